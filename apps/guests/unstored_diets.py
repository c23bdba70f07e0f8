"""Diets that a message names and nothing is stored of: "keto menu?", "allergen menu".

And those of messages in a language of which nothing else here knows the words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from apps.guests.extraction import grammar
from apps.infrastructure import patterns, yaml_files

# Offsets of the first and behind the last sign.
Span = tuple[int, int]
DIETS = Path(__file__).with_suffix(".yaml")
ALLERGIES = "allergies"
ENGLISH = "en"
# An allergy to these is one, so it is told by the food alone.
_OF_ALLERGY = "_allergy"
READ_CHARS = 2000
# So few words ask without a word for food: "keto?", "low sodium please".
_MOST_KEYWORDS = 3


@dataclass(frozen=True)
class Diet:
    """names: by language. recorded: the words by which the records name it.

    question_words: its words in English, Spanish and French. foreign: in others.
    """

    key: str
    names: Mapping[str, str] = field(default_factory=dict)
    recorded: tuple[str, ...] = ()
    question_words: patterns.Pattern | None = None
    foreign: patterns.Pattern | None = None

    def name(self, language: str) -> str:
        return self.names.get(language) or self.names[ENGLISH]


def get(key: str) -> Diet | None:
    """None for a choice of `fact_kinds.yaml`, which has names of its own."""
    diet = _diets().get(key)
    return diet if diet and diet.names else None


def spans_asked_for(plain: str) -> dict[str, Span]:
    """Where a question of English, Spanish or French that is about eating names them.

    plain: as `grammar.plain` leaves it.
    """
    is_short = len(plain.split()) <= _MOST_KEYWORDS
    is_of_food = is_short or bool(_pattern("eaten").search(plain))
    if _pattern("not_eaten").search(plain) or not is_of_food:
        return {}
    matches = {
        key: own.question_words.search(plain)
        for key, own in _diets().items()
        if own.question_words
    }
    return {key: match.span() for key, match in matches.items() if match}


def foreign(text: str) -> tuple[str, ...]:
    """Those that words of other languages name; of a food, not allergies at large."""
    plain = grammar.plain(text[:READ_CHARS])
    if _pattern("not_eaten").search(plain):
        return ()
    keys = tuple(
        key
        for key, own in _diets().items()
        if own.foreign and own.foreign.search(plain)
    )
    is_of_food = any(key.endswith(_OF_ALLERGY) for key in keys)
    return tuple(key for key in keys if not (is_of_food and key == ALLERGIES))


def is_allergy(key: str) -> bool:
    return key == ALLERGIES or key.endswith(_OF_ALLERGY)


@cache
def _diets() -> Mapping[str, Diet]:
    entries: dict[str, dict[str, Any]] = _data()["diets"]
    return {key: _diet(key, entry) for key, entry in entries.items()}


def _diet(key: str, entry: Mapping[str, Any]) -> Diet:
    return Diet(
        key,
        entry.get("names", {}),
        tuple(entry.get("recorded", ())),
        question_words=_optional(entry, "asked"),
        foreign=_optional(entry, "foreign"),
    )


def _optional(page: Mapping[str, Any], name: str) -> patterns.Pattern | None:
    return _compiled(page[name]) if name in page else None


@cache
def _pattern(name: str) -> patterns.Pattern:
    return _compiled(_data()[name])


def _compiled(source: str) -> patterns.Pattern:
    """As texts are read: some scripts lose marks."""
    return patterns.compile(grammar.plain(source))


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = yaml_files.read(DIETS)
    return data
