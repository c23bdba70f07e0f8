"""Computes from the rows of an item when it is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from apps.catalog import wall_clock

if TYPE_CHECKING:
    from apps.catalog.models import HoursException, Item, ServiceHours

DAY = timedelta(days=1)
LOOK_AHEAD = 14 * DAY
MAX_PERIODS = 1024
# Of an exception: first and last day, then the opening hours; None where it is closed.
ExceptionHours = tuple[date, date, time | None, time | None]


@dataclass(frozen=True)
class Interval:
    """Open from `opens` up to, not including, `closes`; both aware."""

    opens: datetime
    closes: datetime

    def contains(self, at: datetime) -> bool:
        # Python compares times of one zone by wall clock, which repeats an hour.
        return self.opens.timestamp() <= at.timestamp() < self.closes.timestamp()

    def in_zone(self, zone: ZoneInfo) -> Interval:
        return Interval(self.opens.astimezone(zone), self.closes.astimezone(zone))


@dataclass(frozen=True)
class OpenState:
    """Whether an item is open at a moment; times are in the property's zone.

    `is_known` is False if no row covers the day. `until` is None when
    closed, and when nothing closes it within the next fourteen days.
    `next_opening` looks fourteen days ahead. `exception` is the note of the
    exception that covers the day.
    """

    is_known: bool
    is_open: bool
    until: datetime | None
    next_opening: Interval | None
    exception: str


def intervals(item: Item, first_day: date, last_day: date) -> list[Interval]:
    """Opening intervals of these service days in the property's zone, in order.

    An interval belongs to the day it starts on and may end on the next; intervals
    that touch are one.
    """
    plan = Timetable.of(item)
    return [span.in_zone(plan.zone) for span in plan.intervals(first_day, last_day)]


def state(item: Item, at: datetime) -> OpenState:
    plan = Timetable.of(item)
    today = at.astimezone(plan.zone).date()
    now, horizon = at.astimezone(UTC), at.astimezone(UTC) + LOOK_AHEAD
    spans = plan.intervals(today - DAY, today + LOOK_AHEAD)
    current = next((span for span in spans if span.contains(now)), None)
    coming = next((span for span in spans if now < span.opens <= horizon), None)
    exception = plan.covering(today)
    closes = current.closes if current and current.closes < horizon else None
    return OpenState(
        is_known=bool(plan.week or exception or current),
        is_open=current is not None,
        until=closes and closes.astimezone(plan.zone),
        next_opening=coming and coming.in_zone(plan.zone),
        exception=exception.note if exception else "",
    )


def is_ever_open(item: Item, clock: time) -> bool:
    """Whether its weekly hours have this hour on any day; True where it has none."""
    week = [(row.opens_at, row.closes_at) for row in _rows(item, "hours")]
    return not week or any(_has(opens, closes, clock) for opens, closes in week)


def _has(opens: time, closes: time, clock: time) -> bool:
    """Hours that close no later than they open go on past midnight."""
    if opens < closes:
        return opens <= clock < closes
    return clock >= opens or clock < closes


def time_left(item: Item, at: datetime) -> timedelta:
    """How long an open row stays open; `timedelta.max` where it never closes."""
    until = state(item, at).until
    return until - at if until else timedelta.max


@dataclass(frozen=True)
class Timetable:
    """The opening hours of an item, read once; intervals are in UTC."""

    zone: ZoneInfo
    week: list[ServiceHours]
    exceptions: list[HoursException]

    @classmethod
    def of(cls, item: Item) -> Timetable:
        return cls(
            item.property.zone,
            _rows(item, "hours"),
            _rows(item, "hours_exceptions"),
        )

    def covering(self, day: date) -> HoursException | None:
        """The exception that replaces the weekly hours on this day."""
        for exception in self.exceptions:
            if exception.first_day <= day <= exception.last_day:
                return exception
        return None

    def intervals(self, first_day: date, last_day: date) -> tuple[Interval, ...]:
        return _intervals(
            self.zone,
            tuple((row.weekday, row.opens_at, row.closes_at) for row in self.week),
            tuple(
                (row.first_day, row.last_day, row.opens_at, row.closes_at)
                for row in self.exceptions
            ),
            first_day,
            last_day,
        )


def _rows(item: Item, name: str) -> list[Any]:
    """What is prefetched takes no manager, which Django makes anew for each row."""
    prefetched = getattr(item, "_prefetched_objects_cache", {})
    return list(prefetched[name] if name in prefetched else getattr(item, name).all())


@lru_cache(MAX_PERIODS)
def _intervals(
    zone: ZoneInfo,
    week: Sequence[tuple[int, time, time]],
    exceptions: Sequence[ExceptionHours],
    first_day: date,
    last_day: date,
) -> tuple[Interval, ...]:
    """week: (weekday, opens, closes). Rows of the same content share the result."""
    spans: list[Interval] = []
    day = first_day
    while day <= last_day:
        times = _times(day, week, exceptions)
        spans += [_span(day, opens, closes, zone) for opens, closes in times]
        day += DAY
    return tuple(_merged(span for span in spans if span.opens < span.closes))


def _times(
    day: date,
    week: Sequence[tuple[int, time, time]],
    exceptions: Sequence[ExceptionHours],
) -> list[tuple[time, time]]:
    for first_day, last_day, opens, closes in exceptions:
        if first_day <= day <= last_day:
            return [] if opens is None or closes is None else [(opens, closes)]
    return [
        (opens, closes) for weekday, opens, closes in week if weekday == day.weekday()
    ]


def _span(day: date, opens: time, closes: time, zone: ZoneInfo) -> Interval:
    last_day = day if closes > opens else day + DAY
    return Interval(
        wall_clock.moment(day, opens, zone), wall_clock.moment(last_day, closes, zone)
    )


def _merged(spans: Iterator[Interval]) -> list[Interval]:
    merged: list[Interval] = []
    for span in sorted(spans, key=lambda span: span.opens):
        if merged and span.opens <= merged[-1].closes:
            last = merged.pop()
            span = Interval(last.opens, max(last.closes, span.closes))  # noqa: PLW2901
        merged.append(span)
    return merged
