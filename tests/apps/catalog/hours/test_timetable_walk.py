"""Opening hours against a walk through every minute, also when the clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.catalog.hours import timetable
from apps.catalog.models import Item
from tests.apps.catalog.hours.cases import agrees, places
from tests.apps.catalog.hours.week_walk import DAY, Walk


def walk(item: Item, first_day: date, last_day: date) -> Walk:
    walked = Walk(ZoneInfo(item.property.time_zone), first_day, last_day)
    walked.mark(list(item.hours.all()), list(item.hours_exceptions.all()))
    return walked


def check_intervals(item: Item, monday: date) -> None:
    last = monday + 9 * DAY
    spans = [
        (span.opens.astimezone(UTC), span.closes.astimezone(UTC))
        for span in timetable.intervals(item, monday, last)
    ]
    assert spans == walk(item, monday, last).runs()


def check_state(item: Item, monday: date, minute: int) -> None:
    start = datetime.combine(monday, time(0), tzinfo=UTC)
    runs = walk(item, monday - 3 * DAY, monday + 26 * DAY).runs()
    agrees(item, start + timedelta(minutes=minute), runs)


minutes = st.integers(0, 9 * 24 * 60)


@given(places())
def test_it_opens_and_closes_in_the_minutes_of_the_wall_clock(
    place: tuple[Item, date],
) -> None:
    check_intervals(*place)


@given(places(), minutes)
def test_it_says_open_until_and_next_as_the_walk_finds_them(
    place: tuple[Item, date], minute: int
) -> None:
    check_state(*place, minute)


@pytest.mark.nightly
@settings(max_examples=2000)
@given(places(), minutes)
def test_it_agrees_with_the_walk_in_a_long_run(
    place: tuple[Item, date], minute: int
) -> None:
    check_intervals(*place)
    check_state(*place, minute)
