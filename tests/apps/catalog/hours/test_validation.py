"""The database refuses hours that cannot both be true, and says so."""

from __future__ import annotations

from datetime import date, time

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from apps.catalog.hours import validation
from apps.catalog.models import HoursException, Item, ServiceHours
from apps.properties.models import Property
from tests import factories

SUNDAY = 6


@pytest.fixture
def bar(mohegan: Property) -> Item:
    return factories.RestaurantFactory.create(hours=["4 17:00-01:00"])


def line(item: Item, weekday: int, opens: str, closes: str) -> ServiceHours:
    return ServiceHours(
        item_id=item.pk,
        weekday=weekday,
        opens_at=time.fromisoformat(opens),
        closes_at=time.fromisoformat(closes),
    )


def save(row: ServiceHours | HoursException) -> None:
    with transaction.atomic():
        row.save()
        connection.check_constraints()


OVERLAPS = [
    ("16:00", "18:00", 4),
    ("18:00", "19:00", 4),
    ("00:00", "00:00", 4),
    ("00:00", "00:00", 5),
    ("00:00", "04:00", 5),
    ("00:30", "00:45", 5),
]


@pytest.mark.parametrize(("opens", "closes", "weekday"), OVERLAPS)
def test_it_refuses_hours_that_overlap(
    bar: Item, opens: str, closes: str, weekday: int
) -> None:
    row = line(bar, weekday, opens, closes)
    with pytest.raises(ValidationError, match="These hours overlap others"):
        row.full_clean()
    with pytest.raises(IntegrityError, match="hours_apart"):
        save(row)


@pytest.mark.parametrize(("opens", "weekday"), [("12:00", 4), ("20:00", 3)])
def test_equal_times_that_are_stored_last_24_hours(
    bar: Item, opens: str, weekday: int
) -> None:
    row = line(bar, weekday, opens, opens)
    with pytest.raises(ValidationError, match="otherwise correct one of the times"):
        row.full_clean()
    with pytest.raises(IntegrityError, match="hours_apart"):
        save(row)


@pytest.mark.parametrize(
    ("opens", "closes", "weekday"),
    [("01:00", "04:00", 5), ("16:00", "17:00", 4), ("17:00", "01:00", 5)],
)
def test_it_takes_hours_that_only_touch(
    bar: Item, opens: str, closes: str, weekday: int
) -> None:
    row = line(bar, weekday, opens, closes)
    row.full_clean()
    save(row)
    assert bar.hours.count() == 2


def test_it_sees_sunday_night_run_into_monday(bar: Item) -> None:
    save(line(bar, SUNDAY, "20:00", "02:00"))
    early = line(bar, 0, "00:00", "04:00")
    with pytest.raises(ValidationError, match="These hours overlap others"):
        early.full_clean()
    with pytest.raises(IntegrityError, match="hours_apart"):
        save(early)
    save(line(bar, 0, "02:00", "04:00"))


def test_it_lets_another_place_keep_the_same_hours(bar: Item) -> None:
    another_restaurant = factories.RestaurantFactory.create(name="Bar Americain")
    row = line(another_restaurant, 4, "17:00", "01:00")
    row.full_clean()
    save(row)
    assert another_restaurant.hours.count() == 1


def closed(item: Item, first: int, last: int) -> HoursException:
    return HoursException(
        item_id=item.pk,
        first_day=date(2026, 12, first),
        last_day=date(2026, 12, last),
        closed=True,
    )


def test_it_refuses_two_exceptions_for_one_day(bar: Item) -> None:
    save(closed(bar, 24, 26))
    second = closed(bar, 26, 28)
    with pytest.raises(ValidationError, match="Another exception covers some"):
        second.full_clean()
    with pytest.raises(IntegrityError, match="exception_days_apart"):
        save(second)
    next_day = closed(bar, 27, 28)
    next_day.full_clean()
    save(next_day)


def test_it_lets_another_place_close_on_the_same_day(bar: Item) -> None:
    save(closed(bar, 24, 26))
    another_restaurant = factories.RestaurantFactory.create(name="Bar Americain")
    row = closed(another_restaurant, 24, 26)
    row.full_clean()
    save(row)
    assert another_restaurant.hours_exceptions.count() == 1


def test_it_says_the_overlap_in_the_order_of_the_week(bar: Item) -> None:
    rows = [line(bar, 5, "00:00", "04:00"), line(bar, 4, "17:00", "01:00")]
    (overlap,) = validation.week_overlaps(rows)
    assert overlap.index == 1
    assert overlap.sentence == (
        "Friday 5:00 PM to 1:00 AM overlaps Saturday 12:00 AM to 4:00 AM."
    )


def test_it_says_the_overlap_of_sunday_night(bar: Item) -> None:
    rows = [line(bar, 0, "00:00", "04:00"), line(bar, SUNDAY, "20:00", "02:00")]
    (overlap,) = validation.week_overlaps(rows)
    assert overlap.sentence == (
        "Sunday 8:00 PM to 2:00 AM overlaps Monday 12:00 AM to 4:00 AM."
    )


week_rows = st.builds(
    ServiceHours,
    weekday=st.integers(0, 6),
    opens_at=st.builds(time, st.integers(0, 23), st.sampled_from([0, 30])),
    closes_at=st.builds(time, st.integers(0, 23), st.sampled_from([0, 30])),
)


def half_hours(row: ServiceHours) -> set[int]:
    """Half hours since Monday midnight, on a ring of a week."""
    opens = row.opens_at.hour * 2 + row.opens_at.minute // 30
    closes = row.closes_at.hour * 2 + row.closes_at.minute // 30
    if closes <= opens:
        closes += 48
    return {(row.weekday * 48 + number) % (7 * 48) for number in range(opens, closes)}


@given(week_rows, week_rows)
def test_it_finds_an_overlap_where_two_lines_share_time(
    row: ServiceHours, later_row: ServiceHours
) -> None:
    errors = validation.week_overlaps([row, later_row])
    assert bool(errors) == bool(half_hours(row) & half_hours(later_row))


@pytest.mark.parametrize(("opens", "closes", "weekday"), OVERLAPS)
def test_it_says_what_the_database_would_refuse(
    bar: Item, opens: str, closes: str, weekday: int
) -> None:
    rows = [line(bar, 4, "17:00", "01:00"), line(bar, weekday, opens, closes)]
    assert len(validation.week_overlaps(rows)) == 1
