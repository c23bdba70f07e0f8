"""Whether a place is closed at the time of a meal: "open tomorrow for lunch?"."""

from __future__ import annotations

from itertools import pairwise

from apps.concierge.fact_check import claims
from apps.infrastructure import patterns

# The hours in which guests come for it, as "HH:MM".
_MEALS = (
    (patterns.compile(r"\bbreakfast\b", "i"), "06:00", "11:00"),
    (patterns.compile(r"\bbrunch\b", "i"), "10:00", "15:00"),
    (patterns.compile(r"\blunch\b", "i"), "11:00", "15:00"),
    (patterns.compile(r"\b(dinner|supper)\b", "i"), "17:00", "22:00"),
)
_MIDNIGHT = "24:00"


def is_closed_for_meal(question: str, hours: str) -> bool:
    """hours: a sentence with the opening hours of one day. False where either names
    none."""
    opened = _ranges(hours)
    return bool(opened) and any(
        all(end <= begins or start >= ends for start, end in opened)
        for words, begins, ends in _MEALS
        if words.search(question)
    )


def _ranges(hours: str) -> list[tuple[str, str]]:
    """(opens, closes) as "HH:MM"; what closes after midnight ends the day."""
    times = [claim for claim in claims.find(hours) if claim.kind in {"opens", "closes"}]
    return [
        (first.value, last.value if last.value > first.value else _MIDNIGHT)
        for first, last in pairwise(times)
        if (first.kind, last.kind) == ("opens", "closes")
    ]
