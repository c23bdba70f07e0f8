"""The day and the hour that a question names, read against the property's clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from apps.infrastructure import patterns
from apps.language.calendar import holidays

DAY = timedelta(days=1)
HALF_DAY = DAY / 2
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTHS = (
    *("jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec"),
)
NIGHT_ENDS = 5
NOON = 12
_WEEKDAY = patterns.compile(
    r"\b(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)\b"
)
_MONTH = (
    r"(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)"
    r"(?:uary|ruary|ch|il|ust|tember|ober|ember)?"
)
_DATE = patterns.compile(rf"\b{_MONTH}\.? (\d{{1,2}})(?:st|nd|rd|th)?\b")
_DATE_DAY_FIRST = patterns.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b")
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
_CLOCK = patterns.compile(
    r"\b(\d{1,2})(?::([0-5]\d))?\s*(?:o'?clock )?"
    r"(a\.?m\b|p\.?m\b|in the (?:morning|afternoon|evening)\b|at night\b)"
)
# "5:30" alone may be of the morning or of the evening; "05:30" and "17:30" are not.
_CLOCK_24 = patterns.compile(r"\b(0\d|1[3-9]|2[0-3]):([0-5]\d)\b")
# "Past 11 tonight", "open after 10", "dinner at 7": what else is said tells the half.
_CLOCK_ALONE = patterns.compile(
    r"\b(past|after|until|til|till|later than|before|by|at|around) "
    r"(\d{1,2})(?::([0-5]\d))?(?:\W*$| *[.?!,;]| (?:or|and|please|"
    r"today|tonight|tomorrow|this|on|in|at|the|for|every|is|are|(?:mon|tue|wed|thu|"
    r"fri|sat|sun)\w*)\b)"
)
_NIGHT = patterns.compile(
    r"\b(tonight|nights?|evenings?|dinner|supper|late|later|drinks?|bars?|clubs?)\b"
)
_MORNING = patterns.compile(r"\b(mornings?|breakfast)\b")
_DAYTIME = patterns.compile(r"\b(afternoons?|lunch|brunch)\b")
_OPEN = patterns.compile(r"\b(open|clos(?:e[sd]?|ing)|serv(?:es?|ing)|food|eat)\b")
_LATE = ("past", "after", "until", "til", "till", "later than")
LATE_FROM = 8
_WORDS = (
    (patterns.compile(r"\bmidnight\b"), time(0)),
    (patterns.compile(r"\bnoon\b"), time(NOON)),
)
_TOMORROW = patterns.compile(r"\b(tomorrow|ma[n\u00f1]ana)\b")
_TODAY = patterns.compile(r"\b(today|tonight|this evening|hoy|esta noche)\b")


@dataclass(frozen=True)
class AskedTime:
    """`clock` is None when a day alone is named; `holiday` is its name, if it has one.

    An hour without a day is the next one that the clock shows; "tonight at 1 AM" is on
    the next calendar day.
    """

    day: date
    clock: time | None = None
    holiday: str = ""


def read(text: str, now: datetime) -> AskedTime | None:
    """`now` is in the property's zone; None when the text names no time but now."""
    lower = text.lower()
    today = now.date()
    clock = _clock(lower)
    day, holiday = _day(lower, today)
    if clock is None:
        return AskedTime(day, None, holiday) if day and day != today else None
    if day is None:
        return AskedTime(today + (clock < now.time()) * DAY, clock)
    if day == today and _TODAY.search(lower) and clock.hour < NIGHT_ENDS:
        day = today + (clock < now.time()) * DAY
    return AskedTime(day, clock, holiday)


def day_words(text: str) -> str:
    """The words of a lower-case text that name another day than today; else empty."""
    named = holidays.words(text)
    patterns_of_days = (_ISO, _DATE, _DATE_DAY_FIRST, _TOMORROW, _WEEKDAY)
    matches = (pattern.search(text) for pattern in patterns_of_days)
    return named or next((match[0] for match in matches if match), "")


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
    if match := _ISO.search(text):
        return _iso(match, today), ""
    for pattern, month, day in ((_DATE, 1, 2), (_DATE_DAY_FIRST, 2, 1)):
        if match := pattern.search(text):
            return _dated(match[month], int(match[day]), today), ""
    if _TOMORROW.search(text):
        return today + DAY, ""
    if match := _WEEKDAY.search(text):
        ahead = (WEEKDAYS.index(match[1][:3]) - today.weekday()) % len(WEEKDAYS)
        return today + ahead * DAY, ""
    return (today, "") if _TODAY.search(text) else (None, "")


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


def _half(hour: int, words: str) -> int:
    """Of the day; "2 at night" is before the morning, "11 at night" is not."""
    if words == "at night":
        is_early = hour == NOON or hour <= NIGHT_ENDS
        return 0 if is_early else NOON
    return 0 if words.startswith("a") or "morning" in words else NOON


def _clock(text: str) -> time | None:
    for word, clock in _WORDS:
        if word.search(text):
            return clock
    if match := _CLOCK.search(text):
        hour, minute = int(match[1]), int(match[2] or 0)
        if not 1 <= hour <= NOON:
            return None
        return time(hour % NOON + _half(hour, match[3]), minute)
    if match := _CLOCK_24.search(text):
        return time(int(match[1]), int(match[2]))
    return _clock_alone(text)


def _clock_alone(text: str) -> time | None:
    """An hour without its half of the day, where the other words tell which it is."""
    match = _CLOCK_ALONE.search(text)
    if not match or not 1 <= int(match[2]) <= NOON:
        return None
    hour, minute = int(match[2]), int(match[3] or 0)
    if _MORNING.search(text):
        half = "a.m."
    elif _DAYTIME.search(text):
        half = "a.m." if LATE_FROM <= hour < NOON else "p.m."
    elif _NIGHT.search(text) or _is_late(match[1], hour, text):
        half = "at night"
    else:
        return None
    return time(hour % NOON + _half(hour, half), minute)


def soonest(text: str, now: datetime) -> datetime | None:
    """The next time the clock shows the hour at which something has to be open.

    For a choice among rows: "somewhere that is open at 9". None without such an hour.
    """
    lower = text.lower()
    match = _CLOCK_ALONE.search(lower)
    if not match or not _OPEN.search(lower) or not 1 <= int(match[2]) <= NOON:
        return None
    clock = time(int(match[2]) % NOON, int(match[3] or 0))
    of_today = datetime.combine(now.date(), clock, now.tzinfo)
    half_days = (of_today + HALF_DAY * number for number in range(3))
    return next(moment for moment in half_days if moment >= now)


def _is_late(preposition: str, hour: int, text: str) -> bool:
    """ "Open past 11" is at night; "check out after 11" is not."""
    is_evening = preposition in _LATE and hour >= LATE_FROM
    return is_evening and bool(_OPEN.search(text))
