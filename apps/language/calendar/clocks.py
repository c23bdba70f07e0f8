"""The hour of the day that a text names."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from apps.infrastructure import patterns

HALF_DAY = timedelta(hours=12)
NIGHT_ENDS = 5
NOON = 12
MONTHS = (
    *("jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec"),
)
ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth"),
)
_CLOCK = patterns.compile(
    r"\b(\d{1,2})(?::([0-5]\d))?\s*(?:o'?clock )?"
    r"(a\.?m\b|p\.?m\b|in the (?:morning|afternoon|evening)\b|at night\b)"
)
# "5:30" alone may be of the morning or of the evening; "05:30" and "17:30" are not.
_CLOCK_24 = patterns.compile(r"\b(0\d|1[3-9]|2[0-3]):([0-5]\d)\b")
# "À 20h30", "at 20 hours"; "24h" and "for 2 h" are no hours of the day.
_CLOCK_OF_HOURS = patterns.compile(
    r"\b(?:(?:at|around|until|after|before) (\d{1,2})|(1[3-9]|2[0-3]))"
    r" ?h(?:eures?|oras?)?(?: ?([0-5]\d))?\b|\bat (\d{1,2}) hours\b"
)
_MONTH = f"(?:{'|'.join(MONTHS)})"
# "At 8 December 2nd" names an hour, "around 10 December" a day.
_BEHIND = (
    r"or|and|please|we|today|tonight|tomorrow|this|on|in|the|every|is|are|"
    r"(?:mon|tue|wed|thu|fri|sat|sun)\w*|"
    rf"{_MONTH}[a-z]*\.? \d{{1,2}}(?:st|nd|rd|th)?|"
    f"(?:{'|'.join(ORDINALS)}) of"
)
_NUMBER = r"(\d{1,2})(?::([0-5]\d))?"
_ALONE = (
    # "Past 11 tonight", "open after 10", "dinner at 7": the other words tell the half.
    patterns.compile(
        rf"\b(past|after|until|til|till|later than|before|by|at|around) {_NUMBER}"
        rf"(?:\W*$| *[.?!,;]| (?:{_BEHIND}|with|at|for)\b)"
    ),
    # "Tonight 4 at 8" and "tonight 4 with kids" say how many come.
    patterns.compile(
        r"\b(tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day) "
        rf"{_NUMBER}(?:\W*$| *[.?!,;]| (?:{_BEHIND}|for \d{{1,2}})\b)"
    ),
)
_NIGHT = patterns.compile(
    r"\b(tonight|nights?|evenings?|dinner|supper|late|later|drinks?|bars?|clubs?)\b"
)
_MORNING = patterns.compile(r"\b(mornings?|breakfast)\b")
_DAYTIME = patterns.compile(r"\b(afternoons?|lunch|brunch)\b")
_OPEN = patterns.compile(r"\b(open|clos(?:e[sd]?|ing)|serv(?:es?|ing)|food|eat)\b")
_LATE = ("past", "after", "until", "til", "till", "later than")
LATE_FROM = 8
LAST_HOUR = 23
_WORDS = (
    (patterns.compile(r"\bmidnight\b"), time(0)),
    (patterns.compile(r"\bnoon\b"), time(NOON)),
)


def _half(hour: int, words: str) -> int:
    """Of the day; "2 at night" is before the morning, "11 at night" is not."""
    if words == "at night":
        is_early = hour == NOON or hour <= NIGHT_ENDS
        return 0 if is_early else NOON
    return 0 if words.startswith("a") or "morning" in words else NOON


def read(text: str) -> time | None:
    """The hour that a lower-case text names; None for one that may be either half."""
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
    if match := _CLOCK_OF_HOURS.search(text):
        hour = int(match[1] or match[2] or match[4])
        return _of_hours(hour, int(match[3] or 0), text)
    return _clock_alone(text)


def _of_hours(hour: int, minute: int, text: str) -> time | None:
    """An hour of a day of 24: "8h" is in the evening where the text says so."""
    if hour < NOON and _NIGHT.search(text):
        hour += NOON
    return time(hour, minute) if hour <= LAST_HOUR else None


def _clock_alone(text: str) -> time | None:
    """An hour without its half of the day, where the other words tell which it is."""
    match = _alone(text)
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


def _alone(text: str) -> patterns.Match | None:
    matches = (pattern.search(text) for pattern in _ALONE)
    return next((match for match in matches if match), None)


def soonest(text: str, now: datetime) -> datetime | None:
    """The next time the clock shows the hour at which something has to be open.

    For a choice among rows: "somewhere that is open at 9". None without such an hour.
    """
    lower = text.lower()
    match = _alone(lower)
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
