"""Names of the catalog's rows in a message, which may be all that was found in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from apps.concierge.guardrails.checks import AGE, CRISIS, Reasons
from apps.concierge.guardrails.phrases import Finding
from apps.language import normalise

# What is read instead of a row's name, by its kind.
NOUNS = {
    "restaurant": "restaurant",
    "venue": "venue",
    "show": "show",
    "tower": "hotel",
    "room": "room",
    "promo": "promotion",
    "amenity": "amenity",
    "gaming": "casino",
}
# Chance of being anything but harmless.
ALMOST_NOTHING = 0.25
# Of these the name itself may be what is dangerous, or what has an age limit.
NAME_MATTERS = frozenset({CRISIS, AGE})


class Named(Protocol):
    """A row of the catalog as a text calls it; `words` in plain lower case."""

    @property
    def kind(self) -> str: ...

    @property
    def words(self) -> str: ...


def may_be_all(finding: Finding | None) -> bool:
    """Whether a name in the message may be all that was found."""
    return finding is not None and finding.category not in NAME_MATTERS


def was_all(without_names: Reasons) -> bool:
    """Whether next to nothing is found without the names.

    "The spa" is a name too, and who was there is no less private.
    """
    harmless = without_names.by_weight.chances.get("pass", 1.0)
    return without_names.finding is None and 1 - harmless < ALMOST_NOTHING


def replaced(text: str, names: Iterable[Named]) -> str:
    """The words of a message with the kind of each row instead of its name.

    A name of one word stays: a bar called Fire may be on fire. Empty when the message
    holds no other name.
    """
    words = remaining = f" {normalise.words(text)} "
    for name in names:
        if " " in name.words and name.kind in NOUNS:
            noun = f" the {NOUNS[name.kind]} "
            remaining = remaining.replace(f" {name.words} ", noun)
    return remaining.strip() if remaining != words else ""
