"""Weeks, exceptions and clocks for property-based tests of opening hours."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from hypothesis import strategies as st

from apps.catalog.hours import timetable
from apps.catalog.models import HoursException, Item, Restaurant, ServiceHours
from apps.properties.models import Property
from tests.apps.catalog.hours.week_walk import DAY

# Clocks change by an hour at night, by half an hour, and at midnight itself.
ZONES = ["America/New_York", "Australia/Lord_Howe", "America/Santiago"]
# A week before changes of these zones, and one week without.
MONDAYS = [
    date(2026, 8, 31),
    date(2026, 9, 28),
    date(2026, 10, 26),
    date(2027, 1, 11),
    date(2027, 3, 8),
    date(2027, 3, 29),
]

wall_times = st.builds(
    time, hour=st.integers(0, 23), minute=st.sampled_from([0, 1, 15, 30, 59])
)
week_rows = st.lists(
    st.builds(
        ServiceHours,
        weekday=st.integers(0, 6),
        opens_at=wall_times,
        closes_at=wall_times,
    ),
    max_size=7,
)


@st.composite
def exceptions(draw: st.DrawFn, monday: date) -> list[HoursException]:
    rows: list[HoursException] = []
    day = monday
    for gap, length in draw(
        st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3)), max_size=3)
    ):
        first = day + gap * DAY
        closed = draw(st.booleans())
        rows.append(
            HoursException(
                first_day=first,
                last_day=first + length * DAY,
                closed=closed,
                opens_at=None if closed else draw(wall_times),
                closes_at=None if closed else draw(wall_times),
            )
        )
        day = first + (length + 1) * DAY
    return rows


@st.composite
def places(draw: st.DrawFn) -> tuple[Item, date]:
    """A restaurant that no database knows, and the Monday to look from."""
    monday = draw(st.sampled_from(MONDAYS))
    zone = draw(st.sampled_from(ZONES))
    item = Restaurant(pk=1, property=Property(time_zone=zone))
    rows = {
        "hours": draw(week_rows),
        "hours_exceptions": draw(exceptions(monday)),
    }
    vars(item)["_prefetched_objects_cache"] = rows
    return item, monday


def agrees(
    item: Item, at: datetime, spans: Sequence[tuple[datetime, datetime]]
) -> None:
    """Open, until and next, as open times in UTC from another source say them."""
    current = next((one for one in spans if one[0] <= at < one[1]), None)
    horizon = at + timetable.LOOK_AHEAD
    coming = next((one for one in spans if at < one[0] <= horizon), None)
    state = timetable.state(item, at.astimezone(item.property.zone))
    assert state.is_open == (current is not None)
    assert in_utc(state.until) == (
        current[1] if current and current[1] < horizon else None
    )
    opens = state.next_opening.opens if state.next_opening else None
    assert in_utc(opens) == (coming[0] if coming else None)


def in_utc(at: datetime | None) -> datetime | None:
    """Python never finds a time that comes twice equal to one of another zone."""
    return at and at.astimezone(UTC)
