"""Days of the year that guests call by name; those of the United States."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from apps.infrastructure import patterns

DAY = timedelta(days=1)
THURSDAY, MONDAY = 3, 0


def _fixed(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _nth(month: int, weekday: int, count: int) -> Callable[[int], date]:
    """The count-th such weekday of the month; -1 is the last."""

    def of(year: int) -> date:
        if count < 0:
            last = date(year + month // 12, month % 12 + 1, 1) - DAY
            return last - (last.weekday() - weekday) % 7 * DAY
        first = date(year, month, 1)
        return first + ((weekday - first.weekday()) % 7 + 7 * (count - 1)) * DAY

    return of


def _words(choice: str) -> patterns.Pattern:
    return patterns.compile(rf"\b(?:{choice})\b")


# The longer name first: Christmas Eve is not Christmas.
DAYS: tuple[tuple[str, patterns.Pattern, Callable[[int], date]], ...] = (
    ("Christmas Eve", _words(r"christmas eve|nochebuena"), _fixed(12, 24)),
    ("Christmas Day", _words(r"christmas|xmas|navidad"), _fixed(12, 25)),
    ("New Year's Eve", _words(r"new year'?s? eve|nochevieja"), _fixed(12, 31)),
    ("New Year's Day", _words(r"new year'?s?(?: day)?"), _fixed(1, 1)),
    ("Thanksgiving", _words(r"thanksgiving"), _nth(11, THURSDAY, 4)),
    ("Halloween", _words(r"halloween"), _fixed(10, 31)),
    (
        "Independence Day",
        _words(r"independence day|fourth of july|4th of july"),
        _fixed(7, 4),
    ),
    ("Labor Day", _words(r"labor day"), _nth(9, MONDAY, 1)),
    ("Memorial Day", _words(r"memorial day"), _nth(5, MONDAY, -1)),
    ("Valentine's Day", _words(r"valentine'?s?(?: day)?"), _fixed(2, 14)),
)
# Hardly any text names one, and one search is quicker than one for each day.
_ANY = patterns.compile(
    r"\b(?:christmas|nochebuena|xmas|navidad|new year|nochevieja|thanksgiving|"
    r"halloween|independence day|fourth of july|4th of july|"
    r"labor day|memorial day|valentine)"
)


def words(text: str) -> str:
    """Those by which a lower-case text names a holiday; empty without one."""
    plain = text.replace("\u2019", "'")
    if not _ANY.search(plain):
        return ""
    matches = (pattern.search(plain) for _, pattern, _ in DAYS)
    return next((match[0] for match in matches if match), "")


def coming(text: str, today: date) -> tuple[date, str] | None:
    """The next day of the holiday that a lower-case text names, and its name."""
    plain = text.replace("\u2019", "'")
    for name, pattern, of in DAYS:
        if pattern.search(plain):
            this_year = of(today.year)
            return (this_year if this_year >= today else of(today.year + 1)), name
    return None
