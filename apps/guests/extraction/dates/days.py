"""A day as far as guests name it, and the next day that it may be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

DAY = timedelta(days=1)
WEEK = 7
# So many months ahead, "Friday the 13th" is found.
MONTHS_AHEAD = 24


@dataclass(frozen=True)
class Point:
    """A day as far as it is named. start, end: of its words.

    week: 1 for "next", of a weekday. until: the last day of a weekend.
    """

    start: int
    end: int
    year: int = 0
    month: int = 0
    day: int = 0
    weekday: int | None = None
    week: int = 0
    exact: date | None = None
    until: date | None = None

    def resolved(self, today: date, after: date | None = None) -> date | None:
        """The next such day from today on, or after another; None for no day."""
        if self.exact:
            return self.exact
        earliest = after + DAY if after else today
        if self.day:
            return self._dated(earliest)
        if self.weekday is None:
            return None
        if self.week:
            monday = today + (WEEK - today.weekday()) * DAY
            day = monday + self.weekday * DAY
            return day if day >= earliest else day + WEEK * DAY
        base = after or today
        ahead = (self.weekday - base.weekday() - 1) % WEEK + 1
        return base + ahead * DAY

    def _dated(self, earliest: date) -> date | None:
        if self.year:
            return _date(self.year, self.month, self.day)
        matching = None
        for ahead in range(MONTHS_AHEAD + 1):
            month = (earliest.month - 1 + ahead) % 12 + 1
            year = earliest.year + (earliest.month - 1 + ahead) // 12
            day = _date(year, month, self.day)
            if day is None or day < earliest or self.month not in (0, month):
                continue
            matching = matching or day
            if self.month or self.weekday in (None, day.weekday()):
                return day
        return matching


def with_month(point: Point, neighbour: Point) -> Point:
    """ "4th to 9 October": both are of October."""
    if point.month or not point.day or not neighbour.month:
        return point
    is_same = (point.start < neighbour.start) == (point.day < neighbour.day)
    return replace(point, month=neighbour.month) if is_same else point


def with_year(point: Point, neighbour: Point) -> Point:
    """ "December 30 to January 2, 2028": the visit begins in the year before."""
    if point.year or not point.month or not neighbour.year:
        return point
    is_first = point.start < neighbour.start
    is_later_in_year = (point.month, point.day) > (neighbour.month, neighbour.day)
    if is_first == is_later_in_year:  # New Year's Eve lies between them
        return replace(point, year=neighbour.year + (-1 if is_first else 1))
    return replace(point, year=neighbour.year)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
