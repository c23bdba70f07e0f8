"""Facts in the words of the guest's language, as the guest and staff read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import formats, translation

from apps.guests import fact_kinds, unstored_diets

ENGLISH = fact_kinds.ENGLISH
# What an amount is meant for.
_PERIODS = {
    "night": {
        "en": "a night",
        "es": "por noche",
        "fr": "par nuit",
        "de": "pro Nacht",
        "pt": "por noite",
        "it": "a notte",
    },
    "day": {
        "en": "a day",
        "es": "por día",
        "fr": "par jour",
        "de": "pro Tag",
        "pt": "por dia",
        "it": "al giorno",
    },
    "person": {
        "en": "a person",
        "es": "por persona",
        "fr": "par personne",
        "de": "pro Person",
        "pt": "por pessoa",
        "it": "a persona",
    },
    "meal": {
        "en": "a meal",
        "es": "por comida",
        "fr": "par repas",
        "de": "pro Mahlzeit",
        "pt": "por refeição",
        "it": "a pasto",
    },
    "stay": {
        "en": "for the stay",
        "es": "por la estancia",
        "fr": "pour le séjour",
        "de": "für den Aufenthalt",
        "pt": "pela estadia",
        "it": "per il soggiorno",
    },
}


def label(key: str, language: str) -> str:
    """`Food`; the key itself where the kind is no longer in the list."""
    kind = fact_kinds.kinds().get(key)
    return kind.label_in(language) if kind else key


def value(key: str, stored: Any, language: str) -> str:
    """`vegetarian, gluten free`, for a value as it is stored."""
    kind = fact_kinds.kinds().get(key)
    match kind.type if kind else "":
        case "choice" | "choices":
            chosen = stored if isinstance(stored, list) else [stored]
            return ", ".join(_choice(key, each, language) for each in chosen)
        case "ages":
            return ", ".join(map(str, stored))
        case "dates":
            return _dates(stored, language)
        case "money":
            period = _PERIODS.get(stored["per"], {})
            words = period.get(language) or period.get(ENGLISH, "")
            return f"{stored['amount']} {stored['currency']} {words}".strip()
    return str(stored)


def line(key: str, stored: Any, language: str) -> str:
    """`Food: vegetarian`."""
    return f"{label(key, language)}: {value(key, stored, language)}"


def sentences(stored: Any, quote: str, choice_quotes: Mapping[str, str]) -> str:
    """The words that a fact was taken from; of several choices, those of each."""
    chosen = stored if isinstance(stored, list) else []
    own = [choice_quotes[each] for each in chosen if choice_quotes.get(each)]
    return "; ".join(dict.fromkeys(own)) or quote


def names(key: str, stored: Any, language: str) -> tuple[str, ...]:
    """What a guest may call it: the label, what else the kind is called, the value."""
    kind = fact_kinds.kinds().get(key)
    words = [key.replace("_", " "), label(key, language), value(key, stored, language)]
    words += kind.called.get(language, ()) if kind else ()
    return (*words, *_choice_names(kind, stored, language))


def choice_names(key: str, choice: str, language: str) -> tuple[str, ...]:
    """What a guest may call one choice of a list: "nut allergy", "nuts"."""
    kind = fact_kinds.kinds().get(key)
    return tuple(_choice_names(kind, [choice], language)) or (choice,)


def _choice_names(
    kind: fact_kinds.FactKind | None, stored: Any, language: str
) -> Iterator[str]:
    for choice in stored if isinstance(stored, list) else [stored]:
        page = kind.choices.get(choice) if kind and isinstance(choice, str) else None
        if page:
            yield from page.words.get(language, ())
            yield from page.avoided.get(language, ())


def doubt(key: str, alternatives: str, language: str) -> str:
    """Asks which is right: "are you 4 or 5 people?"."""
    questions = fact_kinds.kinds()[key].doubt
    words = questions.get(language) or questions.get(ENGLISH)
    if words is None:
        return f"{label(key, language)}: {alternatives}?"
    return words.format(values=alternatives)


def answers(key: str, values: Sequence[str], language: str) -> tuple[str, ...]:
    """What a guest may press for each value; empty for kinds without such words."""
    of_kind = fact_kinds.kinds()[key].answer
    words = of_kind.get(language) or of_kind.get(ENGLISH)
    return tuple(words.format(value=value) for value in values) if words else ()


def _choice(key: str, choice: str, language: str) -> str:
    choices = fact_kinds.kinds()[key].choices
    named = choices.get(choice) or unstored_diets.get(choice)
    return named.name(language) if named else choice


def _dates(stored: dict[str, str | None], language: str) -> str:
    days = [stored.get("from"), stored.get("until")]
    with translation.override(language):
        words = [_day(date.fromisoformat(day)) for day in days if day]
    return " \N{EN DASH} ".join(dict.fromkeys(words))


def _day(day: date) -> str:
    return str(formats.date_format(day, "DATE_FORMAT"))
