"""The words that may stand in the quote of a fact: `evidence_words.yaml`, and those
with which the grammar and the kinds of facts read it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from apps.guests import fact_kinds
from apps.guests.extraction import grammar as grammars
from apps.infrastructure import patterns, yaml_files

WORDS = Path(__file__).with_suffix(".yaml")
_TIMES = ("nights", "days", "weeks", "fortnights", "noon", "midnight", "weekend")
_COUNTED = ("people", "adults", "children", "kin", "couples", "rooms", *_TIMES)
# The nouns that a value of this type is told with.
_NOUNS = {
    "count": _COUNTED,
    "ages": _COUNTED,
    "dates": _TIMES,
    "clock": _TIMES,
    "money": ("money_after", *_TIMES),
}
_TABLES = ("numbers", "months", "weekdays", "relative")
_SIGNS = ".,!?;:'\"()\u00a1\u00bf\u201c\u201d\u00ab\u00bb"
_FIGURES = patterns.compile(r"\d{1,7}(?:st|nd|rd|th|am|pm|k|h\d{0,2}|er|e|o|a)?")


def is_plain(word: str) -> bool:
    return word in _plain() or bool(_nouns("count").fullmatch(word))


def says_something(word: str) -> bool:
    """Whether a word, as it was typed, is none of the closed list and no number."""
    plain = grammars.plain(word).strip(_SIGNS)
    return bool(plain) and not is_plain(plain) and not is_measure(plain, "count")


def is_measure(word: str, type_: fact_kinds.Type) -> bool:
    """Whether it counts or dates something: `4`, `two`, `kids`, `june`."""
    is_number = bool(_FIGURES.fullmatch(word)) or word in _named_numbers()
    return is_number or bool(_nouns(type_).fullmatch(word))


@cache
def of_choice(key: str, choice: str) -> patterns.Pattern:
    """The words of a choice in every language, the longer ones first."""
    return patterns.compile(rf"\b(?:{_sources(key, choice) or grammars.NEVER})\b")


def _sources(key: str, choice: str) -> str:
    """Empty for a choice that is no longer in the list."""
    kind = fact_kinds.kinds().get(key)
    page = kind.choices.get(choice) if kind else None
    if page is None:
        return ""
    by_language = (*page.words.values(), *page.avoided.values(), page.recorded)
    words = {grammars.plain(word) for each in by_language for word in each}
    words |= {choice.replace("_", " ")}
    return "|".join(
        patterns.escape(word.replace("-", " ")).replace(r"\ ", "[ -]")
        for word in sorted(words, key=len, reverse=True)
    )


@cache
def _nouns(type_: fact_kinds.Type) -> patterns.Pattern:
    every = map(grammars.of_language, fact_kinds.LANGUAGES)
    sources = [own.expanded(noun) for own in every for noun in _NOUNS[type_]]
    return patterns.compile("|".join(f"(?:{source})" for source in sources))


@cache
def _named_numbers() -> frozenset[str]:
    every = map(grammars.of_language, fact_kinds.LANGUAGES)
    tables = (grammar.table(name) for grammar in every for name in _TABLES)
    return frozenset(
        word for table in tables for name in table for word in name.split()
    )


@cache
def _plain() -> frozenset[str]:
    pages: dict[str, str] = yaml_files.read(WORDS)["plain"]
    return frozenset(word for page in pages.values() for word in page.split())


@cache
def illnesses() -> tuple[str, ...]:
    return tuple(listed("illness"))


@cache
def listed(name: str) -> frozenset[str]:
    return frozenset(yaml_files.read(WORDS)[name].split())
