"""The one registry of every fixed sentence that a guest is told.

They are in `fixed_sentences.yaml` by id and language, those about bookings in
`booking_sentences.yaml`; numbers come from rows alone.
Whoever is in danger, asks what is remembered of him, is told of bookings, or stops our
text messages, is answered in further languages (`FURTHER`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

from apps.infrastructure import yaml_files
from apps.language import times
from apps.properties import websites

FOLDER = Path(__file__).parent
FIRST_LANGUAGE = "en"
BOOKINGS = "booking_sentences"
FURTHER_BOOKINGS = "further_booking_sentences"
FURTHER = (
    "urgent_sentences",
    "memory_sentences",
    FURTHER_BOOKINGS,
    "further_source_sentences",
    "text_message_sentences",
)
Texts = dict[str, dict[str, str]]


class Helpline(Protocol):
    """What a sentence needs of a helpline's row."""

    @property
    def name(self) -> str: ...
    @property
    def purpose(self) -> str: ...
    @property
    def phone(self) -> str: ...
    @property
    def vanity(self) -> str: ...
    @property
    def website(self) -> str: ...
    @property
    def takes_texts(self) -> bool: ...
    @property
    def note(self) -> str: ...
    @property
    def phone_href(self) -> str: ...


def say(reply: str, language: str, **facts: object) -> str:
    """The sentence in this language, in English where it has none.

    Raises KeyError for an unknown id or a missing fact: a guest never sees braces.
    """
    texts = _texts("fixed_sentences").get(reply) or _texts(BOOKINGS)[reply]
    further = (_texts(name).get(reply, {}).get(language) for name in FURTHER)
    text = texts.get(language) or next(filter(None, further), texts[FIRST_LANGUAGE])
    return times.one_stop(text.format(**facts).strip())


def not_spoken(language: str, phone: str) -> str:
    """That only a model speaks this language, said in it; in English where unknown."""
    texts = _texts("not_spoken")["not_spoken"]
    return (texts.get(language) or texts[FIRST_LANGUAGE]).format(phone=phone)


def in_all_languages(reply: str) -> list[str]:
    """The sentence in each language that has it, with the braces of its facts."""
    return list(_texts("fixed_sentences")[reply].values())


def ids() -> list[str]:
    return list(_texts("fixed_sentences"))


@cache
def languages() -> frozenset[str]:
    """Languages in which every sentence is there."""
    every = [frozenset(texts) for texts in _texts("fixed_sentences").values()]
    return frozenset.intersection(*every)


@cache
def languages_of_bookings() -> frozenset[str]:
    """Languages in which every sentence about bookings is there."""
    further = _texts(FURTHER_BOOKINGS)
    every = [
        frozenset({**texts, **further[reply]})
        for reply, texts in _texts(BOOKINGS).items()
    ]
    return frozenset.intersection(*every)


def list_categories(kinds: Iterable[str], language: str) -> str:
    """`restaurants, shows and rooms`, for kinds of rows."""
    words = _texts("categories")
    names = dict.fromkeys(
        words[kind].get(language) or words[kind][FIRST_LANGUAGE]
        for kind in kinds
        if kind in words
    )
    return spoken_list([name for name in names if name], language)


def places_of_minors(text: str, language: str) -> str:
    """`el hotel y las tiendas`, for an English text that names them; else empty."""
    names = _texts("places_of_minors")
    plain_text = f" {' '.join(text.lower().replace(',', ' ').split())} "
    places = (
        translations.get(language)
        for name, translations in names.items()
        if f" {name} " in plain_text
    )
    return spoken_list([place for place in places if place], language)


def spoken_list(names: Sequence[str], language: str) -> str:
    """`Ballo, Tuscany and Pepe's`; empty without names."""
    *head, last = names or [""]
    joint = say("and", language)
    return f"{', '.join(head)} {joint} {last}" if head else last


def spoken_helplines(lines: Sequence[Helpline], language: str) -> str:
    """One line a helpline: its name and how to reach it."""
    return "\n".join(
        f"- {_description(line, language)}: {_reach(line, language)}" for line in lines
    )


def help_items(lines: Sequence[Helpline], language: str) -> list[dict[str, str]]:
    """Helplines as a page shows them: one to call, a further one to text.

    A page may be in another language than the answer, so what a button says is here.
    """
    items: list[dict[str, str]] = []
    for line in lines:
        item = _item(line, language)
        note = _translated(line.note, language)
        if line.phone:
            label = say("button_call", language, number=item["phone"])
            items.append({**item, "action": "call", "label": label, "note": note})
        else:
            website = websites.href(line.website)
            items.append({**item, "action": "visit", "tel": website, "note": note})
        if line.takes_texts:
            target = line.phone_href.replace("tel:", "sms:")
            label = say("button_text", language, number=item["phone"])
            same_people = say("same_people", language)
            texting = {"action": "text", "label": label, "tel": target}
            items.append({**item, **texting, "note": same_people})
    return items


def _description(line: Helpline, language: str) -> str:
    """Its name, after what it is where the guest may not read the name."""
    texts = _texts("helplines")
    name = _translated(line.name, language)
    description = texts.get(line.purpose, {}).get(language)
    if name != line.name or language == FIRST_LANGUAGE or not description:
        return name
    return texts["named"][language].format(description=description, name=name)


def _translated(text: str, language: str) -> str:
    """The text of a row in this language if it is a common one; else as it is."""
    common_texts = _texts("helplines").values()
    common = next(
        (texts for texts in common_texts if texts[FIRST_LANGUAGE] == text), {}
    )
    return common.get(language, text)


def _item(line: Helpline, language: str) -> dict[str, str]:
    """What all items of a helpline share."""
    number = line.vanity or line.phone or _name(line)
    name = _description(line, language)
    return {"name": name, "phone": number, "label": number, "tel": line.phone_href}


def _reach(line: Helpline, language: str) -> str:
    if not line.phone:
        return _name(line)
    number = f"{line.vanity} ({line.phone})" if line.vanity else line.phone
    return f"{number}, {say('or_text', language)}" if line.takes_texts else number


def _name(line: Helpline) -> str:
    """The website of a line that nobody can call, as guests read it."""
    return websites.without_scheme(line.website)


@cache
def _texts(name: str) -> Texts:
    loaded: Texts = yaml_files.read(FOLDER / f"{name}.yaml")
    return loaded
