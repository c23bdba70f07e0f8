"""What a message claims for each key, and what is left of it in the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from apps.guests import fact_kinds
from apps.guests.extraction.findings import Contradiction, FoundFact, Reading
from apps.guests.extraction.grammar import Grammar

SURE, LIKELY, UNSURE = 0.95, 0.8, 0.5
# What is less certain is not told to anybody.
THRESHOLD = 0.7


@dataclass(frozen=True)
class Claim:
    """start, end: of its words in the message. is_taken_back: it holds no longer.

    is_weak: gives way to another claim. is_of_adults: children are not in the number.
    """

    key: str
    value: Any
    start: int
    end: int
    confidence: float = SURE
    is_taken_back: bool = False
    is_weak: bool = False
    is_of_adults: bool = False


def settled(
    claims: Iterable[Claim], message: str, text: str, grammar: Grammar, today: date
) -> Reading:
    """The facts of a message: corrections replace, contradictions are for the guest.

    message, text: as it was typed, and plain.
    """
    facts: list[FoundFact] = []
    contradictions: list[Contradiction] = []
    for key, own in _by_key(claims).items():
        live = [claim for claim in own if not claim.is_taken_back]
        if fact_kinds.kinds()[key].is_list:
            facts += _united(live, message, today)
            continue
        last = without_corrected(live, text, grammar)
        values = list({repr(claim.value): claim.value for claim in last}.values())
        if len(values) > 1:
            quotes = tuple(message[claim.start : claim.end] for claim in last)
            every = tuple(claim.value for claim in last)
            contradictions.append(Contradiction(key, every, quotes))
        elif last:
            facts += _checked(max(last, key=_certainty), message, today)
    return Reading(tuple(facts), _taken_back(claims, message), tuple(contradictions))


def _certainty(claim: Claim) -> float:
    return claim.confidence


def _by_key(claims: Iterable[Claim]) -> Mapping[str, list[Claim]]:
    """Sure claims in the order of the message."""
    by_key: dict[str, list[Claim]] = {}
    for claim in sorted(claims, key=lambda claim: claim.start):
        if claim.confidence >= THRESHOLD:
            by_key.setdefault(claim.key, []).append(claim)
    return by_key


def without_corrected(
    claims: Sequence[Claim], text: str, grammar: Grammar
) -> list[Claim]:
    """The claims since the last correction; weak ones only where there is no other."""
    strong = [claim for claim in claims if not claim.is_weak]
    left = strong or list(claims)
    correction = grammar.pattern("correction")
    for number in range(len(left) - 1, 0, -1):
        earlier, later = left[number - 1], left[number]
        between = text[earlier.end : later.start]
        around = between + text[later.start : later.end].split(" ", maxsplit=1)[0]
        if correction.search(between) or correction.search(around):
            return left[number:]
    if len(left) > 1 and correction.search(text[left[-1].end :]):
        return left[-1:]
    return left


def _united(claims: Sequence[Claim], message: str, today: date) -> list[FoundFact]:
    """One fact of all choices; its quote spans them where they are near each other."""
    if not claims:
        return []
    values = list(dict.fromkeys(choice for claim in claims for choice in claim.value))
    first, last = claims[0], max(claims, key=lambda claim: claim.end)
    least = min(claim.confidence for claim in claims)
    joined = Claim(first.key, values, first.start, last.end, least)
    return _checked(joined, message, today)


def _checked(claim: Claim, message: str, today: date) -> list[FoundFact]:
    """Empty for a value that its kind does not allow."""
    try:
        value = fact_kinds.checked(claim.key, claim.value, today)
    except fact_kinds.WrongValueError:
        return []
    quote = message[claim.start : claim.end].strip()
    return [FoundFact(claim.key, value, quote, claim.confidence)]


def _taken_back(claims: Iterable[Claim], message: str) -> tuple[FoundFact, ...]:
    return tuple(
        FoundFact(
            claim.key, claim.value, message[claim.start : claim.end], claim.confidence
        )
        for claim in claims
        if claim.is_taken_back and claim.confidence >= THRESHOLD
    )
