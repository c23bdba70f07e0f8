"""The words that opening hours are said in, one entry for each language."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time


@dataclass(frozen=True)
class Vocabulary:
    """Patterns are filled with `str.format`; weekdays begin with Monday."""

    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    clock: Callable[[time], str]
    long_day: str
    both: str
    comma: str
    span: str
    day_span: str
    every_day: str
    whole_day: str
    whole_day_from: str
    hours_of_days: str
    closed_on: str
    open_always: str
    open_until: str
    open_until_day: str
    closed: str
    closed_because: str
    opens_today: str
    opens_on: str
    not_soon: str
    exception: str
    exception_closed: str
    because: str


def twelve_hours(at: time) -> str:
    half = "AM" if at.hour < 12 else "PM"  # noqa: PLR2004 - noon
    return f"{at.hour % 12 or 12}:{at.minute:02} {half}"


ENGLISH = Vocabulary(
    weekdays=(
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ),
    months=(
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    clock=twelve_hours,
    long_day="{weekday}, {month} {day}",
    both="{first} and {last}",
    comma=", ",
    span="{opens} to {closes}",
    day_span="{first} to {last}",
    every_day="every day",
    whole_day="24 hours",
    whole_day_from="24 hours from {opens}",
    hours_of_days="{days}, {hours}",
    closed_on="closed {days}",
    open_always="Open 24 hours",
    open_until="Open now until {time}",
    open_until_day="Open now until {day} at {time}",
    closed="Closed now",
    closed_because="Closed now ({note})",
    opens_today="{closed}; opens today at {time}",
    opens_on="{closed}; opens {day} at {time}",
    not_soon="{closed}; not open again in the next 14 days",
    exception="{days}: {hours}",
    exception_closed="{days}: closed",
    because="{said} ({note})",
)

LANGUAGES = {"en": ENGLISH}


def of(language: str) -> Vocabulary:
    """English where a language is not written yet."""
    return LANGUAGES.get(language, ENGLISH)


def long_day(day: date, words: Vocabulary) -> str:
    return words.long_day.format(
        weekday=words.weekdays[day.weekday()],
        month=words.months[day.month - 1],
        day=day.day,
    )


def listed(parts: list[str], words: Vocabulary) -> str:
    """Monday; Monday and Friday; Monday, Tuesday and Friday."""
    if len(parts) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(parts)
    first = words.comma.join(parts[:-1])
    return words.both.format(first=first, last=parts[-1])
