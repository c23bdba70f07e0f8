"""A day as far as guests name it, in figures or in words ("the third of May"), and the
next day that it may be.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache

from apps.guests.extraction.grammar import Grammar
from apps.infrastructure import patterns

DAY = timedelta(days=1)
WEEK = 7
# So many months ahead, "Friday the 13th" is found.
MONTHS_AHEAD = 24
FIGURES = r"\d{1,2}"
# "The fourteenth" alone is as often a floor or a time: it needs what leads to a day.
_ALONE_ENDS = "^(?:{end}|{range})"
_BEFORE_REACH = 20


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


@cache
def source(grammar: Grammar) -> str:
    """Figures, or the words that the language has for days of a month."""
    return f"{FIGURES}|{words(grammar)}"


@cache
def words(grammar: Grammar) -> str:
    spelled = sorted(grammar.table("spelled_days"), key=len, reverse=True)
    return "|".join(word.replace(" ", "[ -]") for word in spelled)


def number(text: str, grammar: Grammar) -> int:
    if text.isdigit():
        return int(text)
    return int(grammar.table("spelled_days")[text.replace("-", " ")])


def is_doubtful(match: patterns.Match, text: str, grammar: Grammar) -> bool:
    """Whether a word for a day may count or order something else: "we may first eat",
    "the second room". match: of the pattern of `day_points`."""
    if not grammar.has("is_month_first"):
        return False
    if (day := match["d8"]) and not day.isdigit():
        before = text[max(match.start() - _BEFORE_REACH, 0) : match.start()]
        leads = grammar.pattern("leads_to_day").search(before) is not None
        ends = grammar.built("ends_of_day", _ALONE_ENDS)
        return not leads or ends.search(text[match.end() :]) is None
    if (day := match["d3"]) and not day.isdigit():
        return grammar.built("of_month", r"\b{of}\b").search(match[0]) is None
    day = match["d2"] or match["d5"] or ""
    if not day or day.isdigit():
        return False
    has_article = grammar.built("article", r"\b{the_day}\b").search(match[0])
    month = match["m2"] or ""
    is_verb = grammar.pattern("doubtful_month").fullmatch(month) is not None
    return has_article is None and (is_verb or not month)
