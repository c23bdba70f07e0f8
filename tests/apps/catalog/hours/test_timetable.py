"""When a place is open, to the minute and by the clock of its property."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from apps.catalog.hours import timetable
from apps.catalog.models import Item
from tests.apps.catalog.hours.conftest import NEW_YORK, local


def test_it_is_closed_in_the_minute_it_closes(tuscany: Item) -> None:
    assert timetable.state(tuscany, local("2026-11-20T21:59")).is_open
    assert not timetable.state(tuscany, local("2026-11-20T22:00")).is_open
    assert timetable.state(tuscany, local("2026-11-20T17:00")).is_open


def test_it_reads_the_clock_of_the_property_not_of_the_server(tuscany: Item) -> None:
    assert timetable.state(tuscany, datetime(2026, 11, 20, 22, 30, tzinfo=UTC)).is_open


def test_it_keeps_wall_clock_times_when_the_clocks_go_forward(
    late_bar: Item,
) -> None:
    # On March 14, 2027 the hour from two to three does not exist.
    late_bar.hours.filter(weekday=5).update(closes_at=time(2, 30))
    (night,) = timetable.intervals(late_bar, date(2027, 3, 13), date(2027, 3, 13))
    assert night.closes.isoformat() == "2027-03-14T03:00:00-04:00"


def test_it_takes_the_first_of_two_equal_times_when_the_clocks_go_back(
    late_bar: Item,
) -> None:
    # On November 1, 2026 the hour from one to two comes twice.
    late_bar.hours.filter(weekday=5).update(closes_at=time(1, 30))
    (night,) = timetable.intervals(late_bar, date(2026, 10, 31), date(2026, 10, 31))
    assert night.closes.isoformat() == "2026-11-01T01:30:00-04:00"
    second_time = datetime(2026, 11, 1, 1, 15, tzinfo=NEW_YORK, fold=1)
    assert not timetable.state(late_bar, second_time).is_open
