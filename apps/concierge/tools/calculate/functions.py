"""What guests reckon at a resort: shares of a bill, tips, nights, points of a tier.

Amounts are exact decimals in the guest's currency. Each raises NotArithmetic for values
that make no sense together.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from apps.concierge.tools.calculate.expression import NotArithmetic

CENT = Decimal("0.01")
LARGEST_AMOUNT = Decimal(10_000_000)
MOST_PEOPLE, MOST_NIGHTS, MOST_ROOMS = 500, 365, 100
MOST_PERCENT, MOST_OF_WHOLE = Decimal(1000), Decimal(100)
MOST_POINTS = 100_000_000


@dataclass(frozen=True)
class Share:
    """total: with the tip. each: what one of them pays. is_rounded: to the cent."""

    total: Decimal
    each: Decimal
    is_rounded: bool


def split(bill: Decimal, people: int, tip_percent: Decimal = Decimal(0)) -> Share:
    _insist(0 < bill <= LARGEST_AMOUNT and 1 < people <= MOST_PEOPLE)
    total = bill + percentage(tip_percent, bill)
    exact = total / people
    each = cents(exact)
    return Share(cents(total), each, each != exact)


def percentage(percent: Decimal, amount: Decimal) -> Decimal:
    """So many percent of an amount, to the cent."""
    _insist(0 <= percent <= MOST_PERCENT and 0 <= amount <= LARGEST_AMOUNT)
    return cents(amount * percent / 100)


def percentage_among(
    percent: Decimal, amount: Decimal, people: int, places: Decimal = CENT
) -> Share:
    """So many percent of an amount, divided among people, to these places.

    With more than a hundred percent, the amount and what is added to it.
    """
    _insist(0 < people <= MOST_PEOPLE and 0 <= percent <= MOST_PERCENT)
    _insist(0 <= amount <= LARGEST_AMOUNT)
    exact = amount * percent / 100
    total = exact.quantize(places, ROUND_HALF_UP)
    each = (exact / people).quantize(places, ROUND_HALF_UP)
    return Share(total, each, each * people != exact)


def discounted(percent: Decimal, amount: Decimal, places: Decimal = CENT) -> Decimal:
    """What is left of an amount less so many percent."""
    _insist(0 < percent <= MOST_OF_WHOLE and 0 < amount <= LARGEST_AMOUNT)
    return (amount * (MOST_OF_WHOLE - percent) / 100).quantize(places, ROUND_HALF_UP)


def nights(arrival: date, departure: date) -> int:
    count = (departure - arrival).days
    _insist(0 < count <= MOST_NIGHTS)
    return count


def stay(night_count: int, rate: Decimal, rooms: int = 1) -> Decimal:
    """What so many nights cost at a rate for one room and night, without taxes."""
    _insist(0 < night_count <= MOST_NIGHTS and 0 < rooms <= MOST_ROOMS)
    _insist(0 < rate <= LARGEST_AMOUNT)
    return cents(rate * night_count * rooms)


def points_to(threshold: int, owned: Decimal) -> Decimal:
    """How many points are missing up to a threshold; 0 where it is reached."""
    _insist(0 <= owned <= MOST_POINTS and 0 < threshold <= MOST_POINTS)
    return max(threshold - owned, Decimal(0))


def cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_HALF_UP)


def _insist(makes_sense: bool) -> None:
    if not makes_sense:
        raise NotArithmetic("no sum that makes sense")
