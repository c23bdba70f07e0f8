"""The part of the year in which a place is open, where a sentence names it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from apps.infrastructure import patterns
from apps.language.calendar import asked_time, holidays

_MONTH = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_POINT = rf"(?:(?:early|mid|late)[- ])?((?:{_MONTH})|(?:memorial|labor) day)"
_SPAN = patterns.compile(
    rf"\b{_POINT}\s*(?:to|through|thru|until|till|-|\u2013)\s*{_POINT}\b"
)
_CLAUSES = patterns.compile(r"[.;]")
_OPEN = patterns.compile(r"\b(open\w*|season\w*|operat\w+|runs?|available)\b")
_ALWAYS = patterns.compile(r"\b(year[- ]round|all year)\b")
_CLOSED = patterns.compile(r"\bclosed\b")


def is_outside(text: str, day: date) -> bool:
    """Whether a season that the text names leaves out the day: December, of "open April
    to November". A month counts as a whole."""
    lower = text.lower()
    if _ALWAYS.search(lower):
        return False
    return any(_leaves_out(clause, day) for clause in _CLAUSES.split(lower))


def _leaves_out(clause: str, day: date) -> bool:
    is_closed = bool(_CLOSED.search(clause))
    if not is_closed and not _OPEN.search(clause):
        return False
    spans = list(_spans(clause, day.year))
    is_inside = any(
        first <= day <= last if first <= last else not last < day < first
        for first, last in spans
    )
    return bool(spans) and is_inside == is_closed


def _spans(clause: str, year: int) -> Iterator[tuple[date, date]]:
    for match in _SPAN.finditer(clause):
        (first, _), (_, last) = (_days(name, year) for name in match.groups())
        yield first, last


def _days(name: str, year: int) -> tuple[date, date]:
    """The first and the last day of a month; twice that of a holiday."""
    if holiday := holidays.coming(name, date(year, 1, 1)):
        return holiday[0], holiday[0]
    month = asked_time.MONTHS.index(name[:3]) + 1
    first = date(year, month, 1)
    following = date(year + month // 12, month % 12 + 1, 1)
    return first, following - timedelta(days=1)
