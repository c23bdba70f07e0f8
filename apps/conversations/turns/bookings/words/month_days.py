"""Days that are named by their number alone: "to the 6th", "para el 6", "pour le 6"."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from apps.infrastructure import patterns

_MONTH = (
    r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|fev|avr|mai|aou"
)
_DAY = patterns.compile(
    r"\b(?:(?:to|on|for|until|till|from)? ?the (?P<english>\d{1,2})(?:st|nd|rd|th)|"
    r"(?:para el|el dia|al dia|pour le|au jour du) (?P<other>\d{1,2}))\b"
    r"(?P<beside> ?(?:of|de|:|h\b|floor|street|birthday|anniversary|person|time|night|"
    rf"personas|personnes|{_MONTH}))?"
)


def in_full(text: str, today: date) -> str:
    """The text, as `dates.in_english` writes it, with "on 6 december" for "the 6th"
    that comes next."""

    def named(match: patterns.Match) -> str:
        whole: str = match[0]
        number = int(match["english"] or match["other"])
        day = None if match["beside"] else _next(number, today)
        return f"on {day.day} {day:%B}".lower() if day else whole

    return _DAY.sub(named, text)


def _next(number: int, today: date) -> date | None:
    """The next day with that number, in this month or the next one."""
    following = today.replace(day=1) + timedelta(days=32)
    for month in (today, following):
        last = monthrange(month.year, month.month)[1]
        if 1 <= number <= last and month.replace(day=number) >= today:
            return month.replace(day=number)
    return None
