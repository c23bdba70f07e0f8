"""The days that a sentence names: "June 12 to 14", "the 20th", "Friday next week"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cache

from apps.guests.extraction.dates import calendar_days
from apps.guests.extraction.dates.calendar_days import DAY, WEEK, Point
from apps.guests.extraction.grammar import NEVER, Grammar
from apps.infrastructure import patterns
from apps.language.calendar import holidays

FRIDAY, SUNDAY = 4, 6
MONTHS, LONGEST_MONTH = 12, 31
CENTURY = 2000
_POINT = (
    r"\b(?:(?P<y1>20\d\d)-(?P<m1>\d{{1,2}})-(?P<d1>\d{{1,2}})|{month_first}|"
    r"(?:(?P<w3>{days}),?\s+)?(?:(?:{the_day})\s+)?(?P<d3>{day})(?:{ordinal})?"
    r"\s?(?:(?:{of})\s+)?(?P<m3>{months})\b(?:,?(?:\s{of})?\s+(?P<y3>20\d\d))?|"
    r"(?P<a4>\d{{1,2}})/(?P<b4>\d{{1,2}})(?:/(?P<y4>(?:20)?\d\d))?|"
    r"(?:(?:{next})\s+)?(?P<w5>{days}),?\s+(?:(?:{the_day})\s+)?(?P<d5>{day})(?:{ordinal})|"
    r"{ordinal_alone}|"
    r"(?:(?P<n7>{next})\s+)?(?P<w7>{days})\b(?P<s7>\s+(?:{next_week}))?|"
    r"(?P<r8>{relative})|{in_days}|(?P<weekend>{weekend}))(?:\b|$)"
)
_MONTH_FIRST = (
    r"(?:(?P<w2>{days}),?\s+(?:the )?)?(?P<m2>{months})\.?\s+(?:the )?"
    r"(?P<d2>{day})(?:{ordinal})?\b(?:,?\s+(?P<y2>20\d\d))?"
)
_LATER_DAY = (
    r"^{range}(?P<day>{day})(?:{ordinal})?"
    r"(?:,?\s+(?P<year>20\d\d)\b|$|[^\d:/a-z]|\s)"
)
# A year of no visit, behind a day of which none was read: "June 5 9999".
_FAR_YEAR = patterns.compile(
    r"^(?:/\d{2,}\b|,\s?(?:1\d|2[1-9]|[3-9]\d)\d\d\b|\s(?:2[4-9]|[3-9]\d)\d\d\b)"
)
YEAR_REACH, BEFORE_REACH = 8, 20
_EARLIER_DAY = r"(?:^|\s)(?P<day>{day})(?:{ordinal})?{range}$"


def points(text: str, grammar: Grammar, today: date) -> list[Point]:
    """In their order; the shorter end of "June 12 to 14" is a point of its own."""
    matches = list(_pattern(grammar).finditer(text))
    named = [
        point
        for match in matches
        if not _is_doubtful(match, text, grammar)
        and not calendar_days.is_doubtful(match, text, grammar)
        and not _is_other_weekend(match, text, grammar)
        and not _is_ordinal_of(match, text, grammar)
        and not _is_half_of_day(match, text, grammar)
        and not _FAR_YEAR.search(text[match.end() :][:YEAR_REACH])
        and (point := _point(match, grammar, today))
    ]
    bare = [end for point in named for end in _bare_end(point, text, grammar)]
    every = named + [end for end in bare if not _overlaps(end, named)]
    holiday = [day for day in _holiday(text, today) if not _overlaps(day, every)]
    return sorted([*every, *holiday], key=lambda point: point.start)


def _holiday(text: str, today: date) -> list[Point]:
    words = holidays.words(text)
    coming = holidays.coming(text, today) if words else None
    if not coming:
        return []
    start = text.replace("\u2019", "'").find(words)
    return [Point(start, start + len(words), exact=coming[0])]


@cache
def _pattern(grammar: Grammar) -> patterns.Pattern:
    days = _choice(grammar.table("weekdays"))
    ordinal = grammar.source("ordinal")
    the_day = grammar.source("the_day")
    day = calendar_days.source(grammar)
    is_english_order = grammar.has("is_month_first")
    alone = (
        rf"(?:(?:{the_day})\s+)?(?P<d6>\d{{1,2}})(?:{ordinal})|"
        rf"(?:{the_day})\s+(?P<d8>{calendar_days.words(grammar)})"
        if is_english_order
        else rf"(?:{the_day})\s+(?P<d6>\d{{1,2}})(?:{ordinal})?"
    )
    pieces = {
        "days": days,
        "day": day,
        "months": _choice(grammar.table("months")),
        "ordinal": ordinal,
        "the_day": the_day,
        "of": grammar.source("of"),
        "next": f"{grammar.source('next')}|{grammar.source('coming')}",
        "next_week": grammar.source("next_week"),
        "relative": _choice(grammar.table("relative")),
        "in_days": grammar.source("in_days"),
        "weekend": grammar.source("weekend"),
        "ordinal_alone": alone,
    }
    first = _MONTH_FIRST.format(**pieces) if is_english_order else NEVER
    return grammar.compiled(_POINT.format(month_first=first, **pieces))


def _is_half_of_day(match: patterns.Match, text: str, grammar: Grammar) -> bool:
    """Whether "mañana" is no tomorrow: "el lunes por la mañana"."""
    if not match["r8"]:
        return False
    before = text[max(match.start() - BEFORE_REACH, 0) : match.start()]
    return grammar.pattern("no_relative_before").search(before) is not None


def _choice(table: object) -> str:
    words = sorted(dict(table), key=len, reverse=True)  # type: ignore[call-overload]
    return "|".join(map(patterns.escape, words))


def _point(match: patterns.Match, grammar: Grammar, today: date) -> Point | None:
    span = match.span()
    if match["weekend"]:
        return _weekend(match, grammar, today)
    if match["r8"]:
        ahead = grammar.table("relative")[match["r8"]]
        return Point(*span, exact=today + ahead * DAY)
    if match["amount"]:
        return Point(*span, exact=today + _ahead(match, grammar) * DAY)
    if match["a4"]:
        return _slashed(match, grammar)
    weekdays = grammar.table("weekdays")
    if match["w7"]:
        is_next = grammar.pattern("next").fullmatch(match["n7"] or "") is not None
        week = int(is_next or bool(match["s7"]))
        return Point(*span, weekday=weekdays[match["w7"]], week=week)
    day = next(match[f"d{n}"] for n in _FORMS if _has(match, f"d{n}"))
    month = next((match[f"m{n}"] for n in _FORMS if _has(match, f"m{n}")), "0")
    year = next((match[f"y{n}"] for n in _FORMS if _has(match, f"y{n}")), "0")
    weekday = next((match[f"w{n}"] for n in _FORMS if _has(match, f"w{n}")), "")
    number = int(month) if month.isdigit() else grammar.table("months")[month]
    day_number = calendar_days.number(day, grammar)
    named_weekday = weekdays[weekday] if weekday else None
    return Point(*span, int(year), number, day_number, named_weekday)


_FORMS = (1, 2, 3, 5, 6, 8)


def _has(match: patterns.Match, group: str) -> bool:
    try:
        return bool(match[group])
    except KeyError:
        return False


def _ahead(match: patterns.Match, grammar: Grammar) -> int:
    amount = match["amount"]
    count = grammar.number(amount) if _is_number(amount, grammar) else 1
    if " " in amount:  # a couple of
        count = 2
    is_weeks = grammar.pattern("weeks").fullmatch(match["unit"]) is not None
    return count * (WEEK if is_weeks else 1)


def _is_number(text: str, grammar: Grammar) -> bool:
    return text.isdigit() or text in grammar.table("numbers")


def _slashed(match: patterns.Match, grammar: Grammar) -> Point | None:
    first, second = int(match["a4"]), int(match["b4"])
    month, day = (first, second) if grammar.has("is_month_first") else (second, first)
    year = int(match["y4"] or 0)
    year += CENTURY if 0 < year < CENTURY else 0
    is_date = 1 <= month <= MONTHS and 1 <= day <= LONGEST_MONTH
    return Point(*match.span(), year, month, day) if is_date else None


def _weekend(match: patterns.Match, grammar: Grammar, today: date) -> Point:
    friday = today + (FRIDAY - today.weekday()) % WEEK * DAY
    is_ahead = grammar.pattern("weekend_ahead").search(match["weekend"])
    if today.weekday() > FRIDAY and not is_ahead:
        friday = today
    sunday = friday + (SUNDAY - friday.weekday()) * DAY
    is_next = match["weekend"].split()[0] == grammar.source("next")
    if is_next:
        friday, sunday = friday + WEEK * DAY, sunday + WEEK * DAY
    return Point(*match.span(), exact=friday, until=sunday)


def _is_doubtful(match: patterns.Match, text: str, grammar: Grammar) -> bool:
    """ "The sun" is no day, "on sun" is one."""
    if not match["w7"] or not grammar.pattern("doubtful_day").fullmatch(match["w7"]):
        return False
    before = text[: match.start()]
    return grammar.pattern("before_day").search(before) is None


def _is_other_weekend(match: patterns.Match, text: str, grammar: Grammar) -> bool:
    """ "The weekend of the 5th" is not the next one."""
    if not match["weekend"]:
        return False
    named = grammar.built("named_weekend", r"^\s+(?:{of}|{in})\s")
    return named.search(text[match.end() :]) is not None


def _is_ordinal_of(match: patterns.Match, text: str, grammar: Grammar) -> bool:
    """ "The 4th floor" is no day."""
    no_day = grammar.pattern("no_day")
    return bool(match["d6"]) and no_day.search(text[match.end() :]) is not None


def _overlaps(bare: Point, named: Sequence[Point]) -> bool:
    return any(bare.start < point.end and point.start < bare.end for point in named)


def _bare_end(point: Point, text: str, grammar: Grammar) -> Iterator[Point]:
    if not point.month:
        return
    pieces = {
        "range": "{range}",
        "ordinal": grammar.source("ordinal"),
        "day": calendar_days.source(grammar),
    }
    later = grammar.built("later_day", _LATER_DAY.format(**pieces))
    earlier = grammar.built("earlier_day", _EARLIER_DAY.format(**pieces))
    if match := later.search(text[point.end :]):
        start, end = (point.end + index for index in match.span("day"))
        year = int(match["year"] or point.year)
        day = calendar_days.number(match["day"], grammar)
        yield replace(point, start=start, end=end, year=year, day=day, weekday=None)
    elif match := earlier.search(text[: point.start]):
        start, end = match.span("day")
        day = calendar_days.number(match["day"], grammar)
        yield replace(point, start=start, end=end, day=day, weekday=None)
