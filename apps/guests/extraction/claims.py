"""What a message claims for each key, and what is left of it in the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

from apps.guests import fact_changes, fact_kinds
from apps.guests.extraction.findings import Contradiction, FoundFact, Reading
from apps.guests.extraction.grammar import Grammar

Subject = Literal["guest", "household", "relative", "nobody"]
SURE, LIKELY, UNSURE = 0.95, 0.8, 0.5
# What is less certain is not told to anybody.
THRESHOLD = 0.7
# How many signs before a claim a correction may stand, and behind it "too".
CORRECTION_REACH, ALSO_REACH = 40, 12


@dataclass(frozen=True)
class Claim:
    """start, end: of its words in the message. is_taken_back: it holds no longer.

    is_weak: gives way to another claim. is_of_adults: children are not in the number.
    subject: whom it is said of.
    """

    key: str
    value: Any
    start: int
    end: int
    confidence: float = SURE
    is_taken_back: bool = False
    is_weak: bool = False
    is_of_adults: bool = False
    subject: Subject = "guest"


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
            facts += _united(live, message, text, grammar, today)
            continue
        last = without_corrected(live, text, grammar)
        if fact_kinds.kinds()[key].type == "ages" and last:
            last = [_of_all_children(last)]
        if fact_kinds.kinds()[key].type == "name" and last:
            last = _fullest(last)
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


def _united(
    claims: Sequence[Claim], message: str, text: str, grammar: Grammar, today: date
) -> list[FoundFact]:
    """One fact of all choices; its quote spans them where they are near each other.

    "It's our anniversary, no, my birthday" is the birthday alone.
    """
    claims = _without_implied(claims)
    left: list[Claim] = []
    corrects = False
    for claim in claims:
        if _is_correction(text, left[-1].end if left else 0, claim, grammar):
            gone = fact_changes.alternatives_of(claim.key, claim.value)
            left = [earlier for earlier in left if not gone.issuperset(earlier.value)]
            corrects = True
        left.append(claim)
    if not left:
        return []
    values = list(dict.fromkeys(choice for claim in left for choice in claim.value))
    first, last = left[0], max(left, key=lambda claim: claim.end)
    least = min(claim.confidence for claim in left)
    joined = Claim(first.key, values, first.start, last.end, least)
    facts = _checked(joined, message, today)
    quotes = {
        choice: message[claim.start : claim.end]
        for claim in left
        for choice in claim.value
    }
    return [replace(fact, corrects=corrects, choice_quotes=quotes) for fact in facts]


def _without_implied(claims: Sequence[Claim]) -> list[Claim]:
    """ "No meat. Pescatarian": what is implied gives way to what is said."""
    explicit_claims = [claim for claim in claims if not claim.is_weak]
    gone = {
        (claim.subject, choice)
        for claim in explicit_claims
        for choice in fact_changes.alternatives_of(claim.key, claim.value)
    }
    return [
        claim
        for claim in claims
        if not claim.is_weak
        or gone.isdisjoint((claim.subject, choice) for choice in claim.value)
    ]


def _of_all_children(claims: Sequence[Claim]) -> Claim:
    """ "My son is ten and my daughter is seven" are two, and no contradiction."""
    ages = sorted({age for claim in claims for age in claim.value})
    return replace(claims[0], value=ages, end=claims[-1].end)


def _fullest(claims: Sequence[Claim]) -> list[Claim]:
    """ "I'm Marco. My name is Marco Rossi": one name, and its longest form."""
    longest = max(claims, key=lambda claim: len(claim.value))
    is_same = all(f"{claim.value} " in f"{longest.value} " for claim in claims)
    return [longest] if is_same else list(claims)


def _is_correction(text: str, earliest: int, claim: Claim, grammar: Grammar) -> bool:
    """Whether a claim follows "actually", and "also" does not add it to the others."""
    start = max(earliest, claim.start - CORRECTION_REACH)
    before, around = text[start : claim.start], text[start : claim.end + ALSO_REACH]
    has_word = grammar.pattern("correction").search(before) is not None
    return has_word and grammar.pattern("also").search(around) is None


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
