"""The words for opening hours, with one module for each language."""

from datetime import date

from apps.catalog.hours.vocabulary.english import ENGLISH
from apps.catalog.hours.vocabulary.french import FRENCH
from apps.catalog.hours.vocabulary.spanish import SPANISH
from apps.catalog.hours.vocabulary.vocabulary import Vocabulary

__all__ = ["Vocabulary", "listed", "long_day", "of"]
LANGUAGES = {"en": ENGLISH, "es": SPANISH, "fr": FRENCH}


def of(language: str) -> Vocabulary:
    """The vocabulary of a language, or English if it has none."""
    return LANGUAGES.get(language, ENGLISH)


def long_day(day: date, words: Vocabulary) -> str:
    return words.long_day.format(
        weekday=words.weekdays[day.weekday()],
        month=words.months[day.month - 1],
        day=day.day,
    )


def listed(parts: list[str], words: Vocabulary) -> str:
    """Monday; Monday and Friday; Monday, Tuesday and Friday."""
    if len(parts) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(parts)
    first = words.comma.join(parts[:-1])
    return words.both.format(first=first, last=parts[-1])
