"""The day and the hour that a question names, read against the property's clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from apps.infrastructure import patterns
from apps.language.calendar import clocks, holidays

DAY = timedelta(days=1)
EARLIER = timedelta(minutes=30)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTHS = clocks.MONTHS
_ORDINALS = clocks.ORDINALS
NIGHT_ENDS = clocks.NIGHT_ENDS
NOON = clocks.NOON
_WEEKDAY = patterns.compile(
    r"\b(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)\b"
)
_MONTH = (
    r"(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)"
    r"(?:uary|ruary|ch|il|ust|tember|ober|ember)?"
)
_DATE = patterns.compile(rf"\b{_MONTH}\.? (\d{{1,2}})(?:st|nd|rd|th)?\b")
_DATE_DAY_FIRST = patterns.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b")
_DATE_IN_WORDS = patterns.compile(rf"\b({'|'.join(_ORDINALS)}) of {_MONTH}\b")
# "Saturday the 12th" is no other Saturday.
_DAY_OF_MONTH = patterns.compile(
    r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,? "
    r"(?:the )?(\d{1,2})(?:st|nd|rd|th)\b"
)
# "Friday 27" too, but no "Saturday 19:30", "Saturday, 15 people", "we sat 25 minutes".
_WEEKDAY_AND_NUMBER = patterns.compile(
    r"\b(mon|tues|wednes|thurs|fri|satur|sun)day (?:the )?(1[3-9]|2\d|3[01])"
    r"(?P<after>\W*$| *[,;?!]|\. | (?:at|around|for|in|and|or|please)\b)"
)
_ISO = patterns.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
# "May 40 of us come?" is no date.
_MAY_BE_NO_MONTH = ("may", "mar")
_YEAR = patterns.compile(
    r"\b(?:in|year|christmas|thanksgiving|halloween|eve|"
    rf"{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,?) (\d{{4}})\b"
)
_PAST = patterns.compile(r"\b(yesterday|last (night|week|weekend|month|year))\b")
# "My dad passed away last month" tells of the guest, and asks for no day.
_CLAUSE_END = patterns.compile(r"[,;.!?]")
_OF_GUEST = patterns.compile(
    r"^\W*(?:(?:and|but|because|since|as) )?(?:i|we|he|she|(?:my|our) \w+)\b.*\b"
    r"(?:passed|died|lost|was|were|had|came|stayed|got|turned|moved|retired|married|"
    r"went|ate|visited|won)\b"
)
_ASKING = patterns.compile(r"\b(?:if|whether|when|where|what|which|who|how)\b")
_COMING = patterns.compile(r"\b(now|today|tonight|tomorrow|next|coming)\b")
# Guests plan so many years ahead.
FURTHEST_YEARS = 3
LONGEST_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_UP_TO = patterns.compile(
    r"\b(before|until|till?|earlier than|up to) (?:about )?(\d|noon|midnight)"
)
_TOMORROW = patterns.compile(r"\b(tomorrow|ma[n\u00f1]ana)\b")
_DAY_AFTER_TOMORROW = patterns.compile(
    r"\b((the )?day after tomorrow|pasado ma[n\u00f1]ana)\b"
)
_TODAY = patterns.compile(r"\b(today|tonight|this evening|hoy|esta noche)\b")
_NIGHT_OF_WEEKDAY = patterns.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:night|evening)s?\b"
)
_PART_OF_TODAY = patterns.compile(r"\bthis (?:morning|noon|afternoon)\b")


@dataclass(frozen=True)
class AskedTime:
    """`clock` is None when a day alone is named; `holiday` is its name, if it has one.

    An hour without a day is the next one that the clock shows, and so is that of a day
    of the week; "tonight at 1 AM" and "Friday night at 1" are on the next calendar day.
    """

    day: date
    clock: time | None = None
    holiday: str = ""


def read(text: str, now: datetime) -> AskedTime | None:
    """`now` is in the property's zone; None when the text names no time but now."""
    lower = text.lower()
    today = now.date()
    clock = clocks.read(lower)
    day, holiday = _day(lower, today)
    if clock is None:
        return AskedTime(day, None, holiday) if day and day != today else None
    if day is None:
        return AskedTime(today + (clock < now.time()) * DAY, clock)
    is_over = day == today and clock < now.time()
    if day == today and _TODAY.search(lower) and clock.hour < NIGHT_ENDS:
        day = today + is_over * DAY
    elif clock.hour < NIGHT_ENDS and _NIGHT_OF_WEEKDAY.search(lower):
        day += DAY
    elif is_over and _WEEKDAY.search(lower) and not _TODAY.search(lower):
        day += len(WEEKDAYS) * DAY
    return AskedTime(day, clock, holiday)


def read_of_opening(text: str, now: datetime) -> AskedTime | None:
    """As `read`, of what has to be open before an hour, or until it: somewhat earlier
    than the hour itself."""
    asked_for = read(text, now)
    if not (asked_for and asked_for.clock and _UP_TO.search(text.lower())):
        return asked_for
    moment = datetime.combine(asked_for.day, asked_for.clock) - EARLIER
    return replace(asked_for, day=moment.date(), clock=moment.time())


def day(text: str, now: datetime) -> date | None:
    """The day that the text names, today too; of `now` as in `read`."""
    if asked_for := read(text, now):
        return asked_for.day
    lower = text.lower()
    is_today = _TODAY.search(lower) or _PART_OF_TODAY.search(lower)
    return now.date() if is_today else None


def day_words(text: str) -> str:
    """The words of a lower-case text that name another day than today; else empty."""
    named = holidays.words(text)
    days = (pattern for pattern, _ in _DAYS if pattern is not _TODAY)
    return named or next((words for day in days if (words := _words(day, text))), "")


def _words(pattern: patterns.Pattern, text: str) -> str:
    """What names the day, without what only stands behind it."""
    match = pattern.search(text)
    if not match:
        return ""
    words = str(match[0])
    is_followed = pattern is _WEEKDAY_AND_NUMBER
    return words.removesuffix(match["after"]) if is_followed else words


def is_no_day(text: str, now: datetime) -> bool:
    """Whether it names a day that there is not, that is over or too far away: February
    30, 2026-13-45, yesterday, Christmas 1850."""
    lower = text.lower()
    asked_text = _without_asides(lower)
    if _PAST.search(asked_text) and not _COMING.search(asked_text):
        return True
    if match := _ISO.search(lower):
        day = _iso(match, now.date())
        return day is None or day < now.date()
    year = _YEAR.search(lower)
    is_far = year is not None and not _is_near(int(year[2]), now.date())
    return is_far or _is_beyond_month(lower)


def _without_asides(text: str) -> str:
    """The clauses of a lower-case text that do not only tell what happened to the
    guest; none of them where he tells no more than that."""
    clauses = _CLAUSE_END.split(text)
    return ", ".join(
        clause
        for clause in clauses
        if not _OF_GUEST.search(clause) or _ASKING.search(clause)
    )


def _is_near(year: int, today: date) -> bool:
    return today.year <= year <= today.year + FURTHEST_YEARS


def _is_beyond_month(text: str) -> bool:
    for pattern, month, day in ((_DATE, 1, 2), (_DATE_DAY_FIRST, 2, 1)):
        match = pattern.search(text)
        if match and match[month][:3] not in _MAY_BE_NO_MONTH:
            number = int(match[day])
            longest = LONGEST_MONTHS[MONTHS.index(match[month][:3])]
            return not 1 <= number <= longest
    return False


def _iso(match: patterns.Match, today: date) -> date | None:
    if not _is_near(int(match[1]), today):
        return None
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


def _day(text: str, today: date) -> tuple[date | None, str]:
    holiday = holidays.coming(text, today)
    if holiday:
        return holiday
    for pattern, day_of in _DAYS:
        if match := pattern.search(text):
            return day_of(match, today), ""
    return None, ""


def _weekday_and_number(match: patterns.Match, today: date) -> date | None:
    """The number is an hour or a party where that day is no such weekday."""
    weekday = _weekday(match, today)
    day = _of_month(int(match[2]), today)
    return day if day and day.weekday() == weekday.weekday() else weekday


def _weekday(match: patterns.Match, today: date) -> date:
    ahead = (WEEKDAYS.index(match[1][:3]) - today.weekday()) % len(WEEKDAYS)
    return today + ahead * DAY


def _of_month(number: int, today: date) -> date | None:
    """The next day with this number."""
    coming = (today + ahead * DAY for ahead in range(2 * LONGEST_MONTHS[0]))
    return next((day for day in coming if day.day == number), None)


def _dated(month: str, day: int, today: date) -> date | None:
    """This year's day, or next year's where this year's is over."""
    number = MONTHS.index(month[:3]) + 1
    for year in (today.year, today.year + 1):
        try:
            candidate = date(year, number, day)
        except ValueError:
            continue
        if candidate >= today:
            return candidate
    return None


# The first that a text has decides.
_DAYS: tuple[
    tuple[patterns.Pattern, Callable[[patterns.Match, date], date | None]], ...
]
_DAYS = (
    (_ISO, _iso),
    (_DATE, lambda match, today: _dated(match[1], int(match[2]), today)),
    (_DATE_DAY_FIRST, lambda match, today: _dated(match[2], int(match[1]), today)),
    (
        _DATE_IN_WORDS,
        lambda match, today: _dated(match[2], _ORDINALS.index(match[1]) + 1, today),
    ),
    (_DAY_AFTER_TOMORROW, lambda _, today: today + 2 * DAY),
    (_TOMORROW, lambda _, today: today + DAY),
    (_DAY_OF_MONTH, lambda match, today: _of_month(int(match[1]), today)),
    (_WEEKDAY_AND_NUMBER, _weekday_and_number),
    (_WEEKDAY, _weekday),
    (_TODAY, lambda _, today: today),
)
