"""The patterns of `phrases.yaml` and `decisions.yaml`, built when first needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from apps.concierge.guardrails import phrase_syntax
from apps.conversations.turns.bookings.words import booking_names
from apps.infrastructure import patterns, yaml_files
from apps.infrastructure.patterns import Pattern, PatternSet
from apps.reservations.models import RequestKind

PHRASES = Path(__file__).with_name("phrases.yaml")
LANGUAGES = ("en", "es", "fr", "pt", "zh", "de", "it")
_MEMORY = 16 << 20
_ANY_NAME = "[^ .]+( [^ .]+){0,2}"
_OWN = (booking_names.MENTION,)
DECISIONS = Path(__file__).with_name("decisions.yaml")


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


@cache
def whole(*keys: str) -> Pattern:
    """For words that are nothing but pieces of these keys."""
    return _choice_of_pieces(rf"^(?: ?(?:{_alternatives(*keys)}))+ ?$")


@cache
def only(key: str) -> Pattern:
    """For words that are one phrase of the key."""
    return _choice_of_pieces(rf"^(?:{_alternatives(key)})$")


@cache
def any_piece(*keys: str) -> Pattern:
    """For words that have a phrase of these keys somewhere."""
    return _choice_of_pieces(*(piece for key in keys for piece in _pieces(key)))


@cache
def condition() -> Pattern:
    """For words that begin with a condition."""
    fillers = _alternatives("fillers")
    return _choice_of_pieces(rf"^(?:(?:{fillers}) ?)*(?:{_alternatives('conditions')})")


@cache
def yes_and_condition(*keys: str) -> Pattern:
    """For "yes please, if it is free"; keys: of the yes, without fillers."""
    fillers, conditions = _alternatives("fillers"), _alternatives("conditions")
    yes = _alternatives(*keys)
    return _choice_of_pieces(
        rf"^(?:(?:{fillers}) ?)*(?:{yes}) ?(?:(?:{yes}|{fillers}) ?)*(?:{conditions})"
    )


@cache
def condition_and_yes(*keys: str) -> Pattern:
    """For "if it is free then yes"."""
    yes, conditions = _alternatives(*keys), _alternatives("conditions")
    then = _alternatives("conclusions")
    return _choice_of_pieces(rf"^(?:{conditions}).*(?:{then})(?: ?(?:{yes}))+$")


@cache
def kind_names() -> Sequence[tuple[RequestKind, Pattern]]:
    """How each kind of request is named."""
    kinds = _decisions()["en"]["names"]
    return [
        (RequestKind(kind), _choice_of_pieces(*_pieces(f"names {kind}")))
        for kind in kinds
    ]


def _alternatives(*keys: str) -> str:
    return "|".join(piece for key in keys for piece in _pieces(key))


def _pieces(key: str) -> list[str]:
    """In all languages; "acts cancel" are the entries of a kind."""
    name, _, kind = key.partition(" ")
    pieces = []
    for language in _decisions().values():
        phrases_of_key = language.get(name, ())
        if isinstance(phrases_of_key, Mapping):
            phrases_of_key = phrases_of_key.get(kind, ())
        if isinstance(phrases_of_key, str):
            phrases_of_key = [phrases_of_key]
        pieces += [
            phrase_syntax.spaced(each, language["slots"]) for each in phrases_of_key
        ]
    return pieces


def _choice_of_pieces(*sources: str) -> Pattern:
    return patterns.choice(sources, memory=_MEMORY)


@cache
def _decisions() -> dict[str, dict[str, Any]]:
    """By language."""
    data: dict[str, dict[str, Any]] = yaml_files.read(DECISIONS)
    return data
