"""The patterns of `phrases.yaml`, built when they are first needed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from apps.concierge.guardrails import phrase_syntax
from apps.conversations.turns.bookings.words import booking_names
from apps.infrastructure import patterns, yaml_files
from apps.infrastructure.patterns import Pattern, PatternSet

PHRASES = Path(__file__).with_name("phrases.yaml")
LANGUAGES = ("en", "es", "fr", "pt", "zh", "de", "it")
_MEMORY = 16 << 20
_ANY_NAME = "[^ .]+( [^ .]+){0,2}"
_OWN = (booking_names.MENTION,)


@cache
def any_of(meaning: str) -> Pattern:
    """For words that have a phrase of the meaning, in any language."""
    return _choice(_phrases(meaning))


@cache
def further() -> Pattern:
    return _choice([yaml_files.read(PHRASES)["further"]])


@cache
def follow_ups() -> Sequence[tuple[str, Pattern]]:
    table: dict[str, str] = yaml_files.read(PHRASES)["follow_ups"]
    return [(meaning, _choice([source])) for meaning, source in table.items()]


@cache
def by_meaning() -> tuple[Sequence[str], PatternSet]:
    """In the order in which they count; together, as most messages are of none."""
    meanings: list[str] = yaml_files.read(PHRASES)["order"]
    return meanings, patterns.choices(map(_phrases, meanings), memory=_MEMORY)


@cache
def of_any_name() -> Pattern:
    """The phrases with a name of a booking, whatever it is."""
    data: dict[str, Any] = yaml_files.read(PHRASES)
    return _choice(
        [
            phrase_syntax.spaced(
                phrase, {**data[language]["slots"], "own": [_ANY_NAME]}
            )
            for language in LANGUAGES
            for meaning in data["order"]
            for phrase in data[language].get(meaning, ())
            if "{own}" in phrase
        ]
    )


def _phrases(meaning: str) -> list[str]:
    data: dict[str, Any] = yaml_files.read(PHRASES)
    return [
        phrase_syntax.spaced(phrase, {**data[language]["slots"], "own": _OWN})
        for language in LANGUAGES
        for phrase in data[language].get(meaning, ())
    ]


def _choice(sources: Sequence[str]) -> Pattern:
    return patterns.choice(sources, memory=_MEMORY)
