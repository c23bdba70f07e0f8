"""Which sum a guest's message asks for, read without a model.

Only what says both the figures and the wish to reckon is read; every other message is
left to the records. English, Spanish and French.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any

from apps.concierge.fact_check import claim_patterns, claims
from apps.concierge.tools.calculate import (
    amounts,
    bills,
    functions,
    increases,
    typed_sums,
)
from apps.concierge.tools.calculate.amounts import COUNT, FIGURE, MONEY
from apps.infrastructure import patterns
from apps.language.vocabulary import numerals

Call = dict[str, Any]
LONGEST = 300
_NIGHTS_AT = patterns.compile(
    rf"(?:\b{COUNT} rooms?,? (?:for |at )?)?"
    rf"\b{COUNT} (?:nights?|noches?|nuits?) (?:at|for|@|a|à|por|pour) "
    rf"(?:{MONEY})",
    "i",
)
_NIGHTS = patterns.compile(rf"\b{COUNT} (?:nights?|noches?|nuits?)\b", "i")
_HOW_MUCH = patterns.compile(
    r"\b(how much|total|cost|come to|what (?:is|are|would)|what's|cu[aá]nto|combien)\b",
    "i",
)
_LETTER = patterns.compile(r"\pL")
_HOW_MANY_NIGHTS = patterns.compile(
    r"\b(how many nights|number of nights|cu[aá]ntas noches|combien de nuits)\b", "i"
)
_MONTH = claim_patterns.MONTH
_RANGE = patterns.compile(
    rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)? ?(?:-|\u2013|to|until|through|till) "
    r"?(\d{1,2})(?:st|nd|rd|th)?\b"
    rf"|\b(\d{{1,2}}) (?:-|\u2013|to|al|au) (\d{{1,2}}) (?:de |of )?({_MONTH})\b",
    "i",
)
_UNIT = r"(?:tier )?(?:points?|credits?|puntos|cr[eé]ditos|cr[eé]dits)"
_OWNED = patterns.compile(
    r"\b(?:have|got|with|at|from|tengo|con|desde|ai|avec) (?:about |only |now )?"
    rf"({FIGURE})(?: {_UNIT})?\b|\b({FIGURE}) {_UNIT}\b",
    "i",
)
_NEXT_TIER = patterns.compile(
    r"\b(?:next|following|pr[oó]ximo|siguiente|prochain) "
    r"(?:(?:higher|momentum|rewards) )?(?:tier|level|status|nivel|niveau|statut)\b"
    r"|\b(?:niveau|nivel) (?:suivant|siguiente)\b|\b(?:tier|level) up\b",
    "i",
)
# So many of anything else than points nobody has beside a question for the next tier.
LEAST_WITHOUT_UNIT = 100
_ANY_FIGURE = patterns.compile(FIGURE)
_POINTS = patterns.compile(r"\b(points?|credits?|puntos|cr[eé]ditos|cr[eé]dits)\b", "i")


def read(text: str, today: date, tiers: Callable[[], Sequence[str]]) -> Call | None:
    """Arguments of `calculate`; None for every message that asks for no sum.

    tiers: gives the names of those whose number of points the records have; it is asked
    only where a message is about points.
    """
    if len(text) > LONGEST:
        return None
    if not _has_figure(text) and (call := bills.without_figures(text)):
        return call
    text = typed_sums.in_digits(text)
    if not _has_figure(text):
        return None
    try:
        text = amounts.with_thousands(text)
        return (
            _arithmetic(text)
            or increases.read(text)
            or bills.read(text)
            or _stay(text)
            or _nights(text, today)
            or _points(text, tiers)
        )
    except ValueError:  # "1.2.3" is no figure, and "$100 and $50" are two amounts
        return None


def _has_figure(text: str) -> bool:
    return any(sign.isdigit() for sign in text)


def _stay(text: str) -> Call | None:
    """ "Any rooms for 3 nights at $189?" is a wish, and asks for no sum."""
    match = _NIGHTS_AT.search(text)
    if match is None:
        return None
    is_all = not _LETTER.search(text[: match.start()] + text[match.end() :])
    if not is_all and not _HOW_MUCH.search(text):
        return None
    rooms, nights, *_ = match.groups()
    rate = amounts.number(_rate(text[match.start() :]))
    call = {"kind": "stay", "nights": amounts.count(nights), "amount": rate}
    return {**call, "rooms": amounts.count(rooms)} if rooms else call


def nights_to_pay(text: str) -> int:
    """For how many nights it asks what they cost; 0 for anything else."""
    match = _NIGHTS.search(text)
    is_asked = match and len(text) <= LONGEST and _HOW_MUCH.search(text)
    return amounts.count(match[1]) if match and is_asked else 0


def _rate(text: str) -> str:
    """Of what begins with nights at a rate."""
    amounts.insist_on_dollars(text)
    rate = bills.AMOUNT.search(text)
    return amounts.whole(text, rate) if rate else ""


def _nights(text: str, today: date) -> Call | None:
    if not _HOW_MANY_NIGHTS.search(text):
        return None
    days = list(_days(text, today))
    if len(days) != 2 or days[0] >= days[1]:  # noqa: PLR2004 - arrival and departure
        return None
    arrival, departure = (day.isoformat() for day in days)
    return {"kind": "nights", "arrival": arrival, "departure": departure}


def _days(text: str, today: date) -> Iterator[date]:
    """The two days of a stay, each the next one of its date."""
    if match := _RANGE.search(text):
        month, first, last, *day_first = match.groups()
        if not month:
            first, last, month = day_first
        values = [
            f"{numerals.MONTHS[month.lower()]:02d}-{int(day):02d}"
            for day in (first, last)
        ]
    else:
        values = [own.value for own in claims.find(text) if own.kind == "date"]
    arrival = today
    for value in values:
        arrival = _next(value, arrival)
        yield arrival


def _next(month_and_day: str, earliest: date) -> date:
    month, day = map(int, month_and_day.split("-"))
    for year in (earliest.year, earliest.year + 1):
        try:
            candidate = date(year, month, day)
        except ValueError:
            continue
        if candidate >= earliest:
            return candidate
    return earliest


def _points(text: str, tiers: Callable[[], Sequence[str]]) -> Call | None:
    """Where another figure stands beside it, what the guest has is not clear."""
    owned = _OWNED.search(text)
    if not owned or len(_ANY_FIGURE.findall(text)) > 1:
        return None
    points = amounts.number(amounts.whole(text, owned))
    is_next = points >= LEAST_WITHOUT_UNIT and _NEXT_TIER.search(text)
    if not (is_next or _POINTS.search(text)):
        return None
    tier = _tier(text, tiers())
    if tier is None or points > functions.MOST_POINTS:
        return None
    return {"kind": "tier_points", "points": points, "tier": tier}


def _tier(text: str, tiers: Sequence[str]) -> str | None:
    """The one that it names, or empty for the next one; None for anything else."""
    words = {word.strip(".,;:?!") for word in text.lower().split()}
    named = [name for name in tiers if name.lower() in words]
    if _NEXT_TIER.search(text):
        return "" if tiers and not named else None
    return named[0] if len(named) == 1 else None


def _arithmetic(text: str) -> Call | None:
    expression = typed_sums.read(text)
    return {"kind": "expression", "expression": expression} if expression else None
