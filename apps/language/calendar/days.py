"""Days that a question names, and whether a sentence speaks of them."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from apps.infrastructure import patterns
from apps.language.calendar import asked_time

_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS = "|".join(_WEEK)
_MONTHS = "|".join(f"{date(2000, month, 1):%B}".casefold() for month in range(1, 13))
_WEEKDAY = tuple(patterns.compile(rf"\b{day}s?\b") for day in _WEEK)
_DATED = patterns.compile(rf"(?:{_MONTHS}) \d+\b")
_DATE = patterns.compile(rf"\b(?:{_MONTHS}) \d")
_SPAN = patterns.compile(
    rf"({_DAYS})s?(?:\s*(?:to|through|thru|-|\u2013)\s*({_DAYS}))?"
)
_CLOSED = patterns.compile(r"closed[^;.]*")
_ALWAYS = patterns.compile(r"\b(every day|every night|daily|nightly|24 hours)\b")
_TODAY = patterns.compile(r"\b(tonight|today|this evening|hoy|esta noche)\b")
_TOMORROW = patterns.compile(r"\b(tomorrow|manana)\b")
_WEEKEND = patterns.compile(r"\bweekend\b")
_FRIDAY = 4
# Longer than a week-end: "any concerts this month", "shows in December", "coming up".
_SPANS = patterns.compile(
    r"\b(?:(?P<which>this|next) (?P<unit>week|month)|"
    rf"(?:in|during|for) (?P<month>{_MONTHS})|"
    r"(?P<soon>upcoming|coming up|coming (?:weeks?|months?|days)))\b"
)
_MONTH_AHEAD = timedelta(days=30)


def named(question: str, today: date) -> list[date]:
    """The days a question asks for within a week; empty when it names none."""
    text = question.casefold().replace("\u00f1", "n")
    if _TODAY.search(text):
        return [today]
    if _TOMORROW.search(text):
        return [today + timedelta(days=1)]
    week = [today + timedelta(days=ahead) for ahead in range(7)]
    if _WEEKEND.search(text):
        return [day for day in week if day.weekday() >= _FRIDAY]
    return [day for day in week if _WEEKDAY[day.weekday()].search(text)]


def span(question: str, today: date) -> tuple[date, date] | None:
    """The first day of the weeks or the month that a question asks for, and the day
    after the last; None where it names none, or a day of its own."""
    match = _SPANS.search(question.casefold())
    if match is None or _names_day(question, today):
        return None
    if match["soon"]:
        return today, today + _MONTH_AHEAD
    if match["unit"] == "week":
        monday = today - timedelta(days=today.weekday())
        weeks = (0, 1) if match["which"] == "this" else (1, 2)
        first, end = (monday + timedelta(weeks=number) for number in weeks)
        return max(first, today), end
    if match["unit"] == "month":
        number = today.month + (match["which"] == "next")
    else:
        number = _MONTHS.split("|").index(match["month"]) + 1
        number += 12 * (number < today.month)
    return max(_first_of(number, today.year), today), _first_of(number + 1, today.year)


def covers(sentence: str, days: Sequence[date], today: date) -> bool:
    """Whether a sentence holds for one of the days."""
    text = _CLOSED.sub("", sentence.casefold())
    return bool(_ALWAYS.search(text)) or any(
        _speaks_of(text, day, today) for day in days
    )


def is_dated(sentence: str) -> bool:
    """Whether a sentence names any day, so that it can be wrong for another."""
    text = sentence.casefold()
    return any(pattern.search(text) for pattern in (_ALWAYS, _TODAY, _TOMORROW, _SPAN))


def _speaks_of(text: str, day: date, today: date) -> bool:
    month_and_day = f"{day:%B} {day.day}".casefold()
    if any(found.group() == month_and_day for found in _DATED.finditer(text)):
        return True
    if _DATE.search(text):
        return False  # A date of its own; its weekday is of another week.
    if _TODAY.search(text):
        return day == today
    if _TOMORROW.search(text):
        return day == today + timedelta(days=1)
    return day.weekday() in set(weekdays(text))


def weekdays(text: str) -> Iterator[int]:
    """Those that a text in small letters names, from 0 for Monday; of spans, all."""
    for first, last in _SPAN.findall(text):
        start = _WEEK.index(first)
        length = (_WEEK.index(last) - start) % 7 if last else 0
        for step in range(length + 1):
            yield (start + step) % 7


def _names_day(question: str, today: date) -> bool:
    """Whether it names a day of the week, a date or a holiday."""
    return bool(named(question, today) or asked_time.day_words(question.casefold()))


def _first_of(month: int, year: int) -> date:
    """month: may be over 12, for one of the next year."""
    years, place = divmod(month - 1, 12)
    return date(year + years, place + 1, 1)
