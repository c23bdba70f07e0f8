"""The patterns of `decisions.yaml`, built when they are first needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from apps.concierge.guardrails import phrase_syntax
from apps.infrastructure import patterns, yaml_files
from apps.infrastructure.patterns import Pattern
from apps.reservations.models import RequestKind

WORDS = Path(__file__).with_name("decisions.yaml")
_MEMORY = 16 << 20


@cache
def whole(*keys: str) -> Pattern:
    """For words that are nothing but pieces of these keys."""
    return _choice(rf"^(?: ?(?:{_alternatives(*keys)}))+ ?$")


@cache
def only(key: str) -> Pattern:
    """For words that are one phrase of the key."""
    return _choice(rf"^(?:{_alternatives(key)})$")


@cache
def any_of(*keys: str) -> Pattern:
    """For words that have a phrase of these keys somewhere."""
    return _choice(*(piece for key in keys for piece in _pieces(key)))


@cache
def condition() -> Pattern:
    """For words that begin with a condition."""
    fillers = _alternatives("fillers")
    return _choice(rf"^(?:(?:{fillers}) ?)*(?:{_alternatives('conditions')})")


@cache
def yes_and_condition(*keys: str) -> Pattern:
    """For "yes please, if it is free"; keys: of the yes, without fillers."""
    fillers, conditions = _alternatives("fillers"), _alternatives("conditions")
    yes = _alternatives(*keys)
    return _choice(
        rf"^(?:(?:{fillers}) ?)*(?:{yes}) ?(?:(?:{yes}|{fillers}) ?)*(?:{conditions})"
    )


@cache
def condition_and_yes(*keys: str) -> Pattern:
    """For "if it is free then yes"."""
    yes, conditions = _alternatives(*keys), _alternatives("conditions")
    then = _alternatives("conclusions")
    return _choice(rf"^(?:{conditions}).*(?:{then})(?: ?(?:{yes}))+$")


@cache
def names() -> Sequence[tuple[RequestKind, Pattern]]:
    """How each kind of request is named."""
    kinds = _data()["en"]["names"]
    return [(RequestKind(kind), _choice(*_pieces(f"names {kind}"))) for kind in kinds]


def _alternatives(*keys: str) -> str:
    return "|".join(piece for key in keys for piece in _pieces(key))


def _pieces(key: str) -> list[str]:
    """In all languages; "acts cancel" are the entries of a kind."""
    name, _, kind = key.partition(" ")
    pieces = []
    for language in _data().values():
        phrases_of_key = language.get(name, ())
        if isinstance(phrases_of_key, Mapping):
            phrases_of_key = phrases_of_key.get(kind, ())
        if isinstance(phrases_of_key, str):
            phrases_of_key = [phrases_of_key]
        pieces += [
            phrase_syntax.spaced(each, language["slots"]) for each in phrases_of_key
        ]
    return pieces


def _choice(*sources: str) -> Pattern:
    return patterns.choice(sources, memory=_MEMORY)


@cache
def _data() -> dict[str, dict[str, Any]]:
    """By language."""
    data: dict[str, dict[str, Any]] = yaml_files.read(WORDS)
    return data
