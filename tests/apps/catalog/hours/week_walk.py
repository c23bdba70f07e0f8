"""An oracle for opening hours: walks minute by minute and looks at the wall clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from apps.catalog.models import HoursException, ServiceHours

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


@cache
def walls(zone: ZoneInfo, first_day: date, day_count: int) -> list[datetime]:
    """What the wall clock shows in each minute from UTC midnight of the day."""
    start = datetime.combine(first_day, time(0), tzinfo=UTC)
    minutes = (start + step * MINUTE for step in range(day_count * 24 * 60))
    return [minute.astimezone(zone).replace(tzinfo=None) for minute in minutes]


class Walk:
    """Which minutes of the service days are open, around `first_day` to `last_day`."""

    def __init__(self, zone: ZoneInfo, first_day: date, last_day: date) -> None:
        self.first_day, self.last_day = first_day, last_day
        around = first_day - 2 * DAY
        self.start = datetime.combine(around, time(0), tzinfo=UTC)
        self.walls = walls(zone, around, (last_day - first_day).days + 5)
        self.open = [False] * len(self.walls)

    def mark(self, week: list[ServiceHours], exceptions: list[HoursException]) -> None:
        day = self.first_day
        while day <= self.last_day:
            covering = [
                exception
                for exception in exceptions
                if exception.first_day <= day <= exception.last_day
            ]
            rows: list[ServiceHours] | list[HoursException] = covering[:1] or [
                row for row in week if row.weekday == day.weekday()
            ]
            for row in rows:
                if row.opens_at is not None and row.closes_at is not None:
                    self._mark_day(day, row.opens_at, row.closes_at)
            day += DAY

    def runs(self) -> list[tuple[datetime, datetime]]:
        """Open minutes as (first, first closed one after them), in UTC."""
        spans: list[tuple[datetime, datetime]] = []
        began: int | None = None
        for index, is_open in enumerate([*self.open, False]):
            if is_open and began is None:
                began = index
            elif not is_open and began is not None:
                spans.append((self._at(began), self._at(index)))
                began = None
        return spans

    def _mark_day(self, day: date, opens: time, closes: time) -> None:
        closing_day = day if closes > opens else day + DAY
        first = self._first_minute(datetime.combine(day, opens))
        last = self._first_minute(datetime.combine(closing_day, closes))
        for index in range(first, last):
            self.open[index] = True

    def _first_minute(self, wall: datetime) -> int:
        return next(index for index, seen in enumerate(self.walls) if seen >= wall)

    def _at(self, index: int) -> datetime:
        return self.start + index * MINUTE
