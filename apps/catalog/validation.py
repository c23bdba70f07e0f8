"""What cannot be true of opening hours, in the words of those who type them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from typing import TYPE_CHECKING

from apps.catalog import hours_words
from apps.catalog.models.hours import Weekday

if TYPE_CHECKING:
    from apps.catalog.models import HoursException, ServiceHours

DAY = 24 * 60 * 60
WEEK = 7 * DAY


@dataclass(frozen=True)
class Overlap:
    """The row that is in the way of an earlier one, by its place in the list."""

    index: int
    sentence: str


def week_overlaps(rows: Sequence[ServiceHours]) -> list[Overlap]:
    """At most one overlap for each row."""
    found = []
    for index, row in enumerate(rows):
        clashes = (_clash(row, other) for other in rows[:index])
        sentence = next(filter(None, clashes), "")
        if sentence:
            found.append(Overlap(index, sentence))
    return found


def exception_overlaps(rows: Sequence[HoursException]) -> list[Overlap]:
    """At most one overlap for each row."""
    found = []
    for index, row in enumerate(rows):
        others = (other for other in rows[:index] if _shares_days(row, other))
        other = next(others, None)
        if other:
            sentence = f"{_say_days(other)} and {_say_days(row)} share days."
            found.append(Overlap(index, sentence))
    return found


def _clash(one: ServiceHours, other: ServiceHours) -> str:
    for first, second in ((one, other), (other, one)):
        if _starts_within(second, first):
            return f"{_say(first)} overlaps {_say(second)}."
    return ""


def _starts_within(second: ServiceHours, first: ServiceHours) -> bool:
    """On a ring of a week, where Sunday night runs into Monday morning."""
    return (_start(second) - _start(first)) % WEEK < _length(first)


def _shares_days(one: HoursException, other: HoursException) -> bool:
    return one.first_day <= other.last_day and other.first_day <= one.last_day


def _start(row: ServiceHours) -> int:
    return row.weekday * DAY + _seconds(row.opens_at)


def _length(row: ServiceHours) -> int:
    return (_seconds(row.closes_at) - _seconds(row.opens_at)) % DAY or DAY


def _seconds(wall: time) -> int:
    return wall.hour * 3600 + wall.minute * 60 + wall.second


def _say(row: ServiceHours) -> str:
    day = Weekday(row.weekday).label
    return f"{day} {hours_words.say_times(row.opens_at, row.closes_at)}"


def _say_days(row: HoursException) -> str:
    first = hours_words.say_day(row.first_day)
    if row.last_day == row.first_day:
        return first
    return f"{first} to {hours_words.say_day(row.last_day)}"
