"""Parses weekly hours such as `{wed-sun: "17:00-22:00"}`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time
from typing import Any

from apps.catalog.demo.fixture_files import Spot, unknown
from apps.infrastructure import patterns

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WORDS = (*DAYS, "daily", "always")
CLOCK = patterns.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True)
class Slot:
    """An interval of a weekday, where Monday is 0; the end may be missing."""

    weekday: int
    opens: time
    closes: time | None

    @property
    def columns(self) -> dict[str, Any]:
        """The values for the columns of `ServiceHours`."""
        return {
            "weekday": self.weekday,
            "opens_at": self.opens,
            "closes_at": self.closes,
        }


def slots(written: Any, spot: Spot) -> list[Slot]:
    """Intervals of a week; a start without an end is allowed (`fri: "20:00"`)."""
    if not isinstance(written, dict):
        raise spot.error('write days and times, as in {wed-sun: "17:00-22:00"}.')
    if written == {"always": True}:
        written = {"daily": "00:00-00:00"}
    slots_by_day: dict[int, list[Slot]] = {}
    for days, times in written.items():
        for day in _days(days, spot):
            if day in slots_by_day:
                raise spot.error(f"“{DAYS[day]}” is said twice.")
            slots_by_day[day] = _times(day, times, spot)
    return [slot for day in sorted(slots_by_day) for slot in slots_by_day[day]]


def hours(written: Any, spot: Spot) -> list[Slot]:
    """Opening hours: like `slots`, and every interval has an end."""
    intervals = slots(written, spot)
    if any(slot.closes is None for slot in intervals):
        raise spot.error('opening hours need an end, as in "17:00-22:00".')
    return intervals


def _days(written: Any, spot: Spot) -> list[int]:
    """Parses `sun-thu`, which crosses the end of the week, and `mon,fri`."""
    if written == "daily":
        return list(range(7))
    days: list[int] = []
    for part in str(written).lower().replace(" ", "").split(","):
        first, _, last = part.partition("-")
        start = _day(first, spot)
        length = (_day(last, spot) - start) % 7 if last else 0
        days += [(start + step) % 7 for step in range(length + 1)]
    return days


def _day(word: str, spot: Spot) -> int:
    short = word[:3]
    if short not in DAYS or not _full(DAYS.index(short)).startswith(word):
        raise spot.error(unknown(word, WORDS))
    return DAYS.index(short)


def _full(day: int) -> str:
    # The names in `calendar` depend on the locale of the machine.
    endings = ("day", "sday", "nesday", "rsday", "day", "urday", "day")
    return DAYS[day] + endings[day]


def _times(day: int, written: Any, spot: Spot) -> list[Slot]:
    """Parses the intervals of a day, such as `"11:00-14:00, 17:00-22:00"`."""
    if not isinstance(written, str):
        raise spot.error('write times in quotes, as in "17:00-22:00".')
    return [_interval(day, part.strip(), spot) for part in written.split(",")]


def _interval(day: int, written: str, spot: Spot) -> Slot:
    opens, dash, closes = written.partition("-")
    return Slot(day, clock(opens, spot), clock(closes, spot) if dash else None)


def clock(written: str, spot: Spot) -> time:
    match = CLOCK.fullmatch(written.strip())
    if match is None:
        raise spot.error(f"“{written.strip()}” is not a time; five PM is 17:00.")
    return time(int(match[1]), int(match[2]))
