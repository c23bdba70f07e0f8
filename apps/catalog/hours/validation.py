"""Finds opening hours that cannot be true, and explains them to staff."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from typing import TYPE_CHECKING

from apps.catalog.hours import formatting
from apps.catalog.models.hours import Weekday

if TYPE_CHECKING:
    from apps.catalog.models import HoursException, ServiceHours

DAY = 24 * 60 * 60
WEEK = 7 * DAY


@dataclass(frozen=True)
class Overlap:
    """A row that overlaps an earlier one; `index` is its position in the list."""

    index: int
    sentence: str


def week_overlaps(rows: Sequence[ServiceHours]) -> list[Overlap]:
    """At most one overlap for each row."""
    overlaps = []
    for index, row in enumerate(rows):
        clashes = (_clash(row, earlier) for earlier in rows[:index])
        sentence = next(filter(None, clashes), "")
        if sentence:
            overlaps.append(Overlap(index, sentence))
    return overlaps


def exception_overlaps(rows: Sequence[HoursException]) -> list[Overlap]:
    """At most one overlap for each row."""
    overlaps = []
    for index, row in enumerate(rows):
        clashes = (old for old in rows[:index] if _shares_days(row, old))
        earlier = next(clashes, None)
        if earlier:
            sentence = f"{_say_days(earlier)} and {_say_days(row)} share days."
            overlaps.append(Overlap(index, sentence))
    return overlaps


def _clash(row: ServiceHours, earlier: ServiceHours) -> str:
    for first, second in ((row, earlier), (earlier, row)):
        if _starts_within(second, first):
            return f"{_say(first)} overlaps {_say(second)}."
    return ""


def _starts_within(second: ServiceHours, first: ServiceHours) -> bool:
    """Whether an interval starts within another, in a week that wraps around."""
    return (_start(second) - _start(first)) % WEEK < _length(first)


def _shares_days(row: HoursException, earlier: HoursException) -> bool:
    return row.first_day <= earlier.last_day and earlier.first_day <= row.last_day


def _start(row: ServiceHours) -> int:
    return row.weekday * DAY + _seconds(row.opens_at)


def _length(row: ServiceHours) -> int:
    return (_seconds(row.closes_at) - _seconds(row.opens_at)) % DAY or DAY


def _seconds(wall: time) -> int:
    return wall.hour * 3600 + wall.minute * 60 + wall.second


def _say(row: ServiceHours) -> str:
    day = Weekday(row.weekday).label
    return f"{day} {formatting.say_times(row.opens_at, row.closes_at)}"


def _say_days(row: HoursException) -> str:
    first = formatting.say_day(row.first_day)
    if row.last_day == row.first_day:
        return first
    return f"{first} to {formatting.say_day(row.last_day)}"
