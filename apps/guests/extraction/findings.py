"""What was taken from one message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class FoundFact:
    """key, value: as `fact_kinds` has them. quote: the exact words of the message.

    confidence: from 0 to 1. corrects: the guest says so instead of something else.
    choice_quotes: of a list, the words for each choice; without them, `quote`.
    """

    key: str
    value: Any
    quote: str
    confidence: float
    corrects: bool = False
    choice_quotes: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Contradiction:
    """Values of one key that cannot all be true; nothing is stored, the guest is asked.

    values and quotes have the same order.
    """

    key: str
    values: tuple[Any, ...]
    quotes: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """facts: at most one a key, newer than what is stored. taken_back: facts that hold
    no longer, "not vegetarian any more"; their value is what is taken back, an empty
    list whatever it is.
    asks_nothing: the message tells this, and nothing besides is asked or wanted.
    is_about_guest: somewhere the guest speaks of himself, or in keywords; a model finds
    nothing in other messages.
    """

    facts: tuple[FoundFact, ...] = ()
    taken_back: tuple[FoundFact, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    asks_nothing: bool = False
    is_about_guest: bool = field(default=True, compare=False)
