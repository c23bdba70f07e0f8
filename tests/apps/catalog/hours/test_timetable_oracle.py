"""Opening hours against opening-hours-py, which knows OpenStreetMap's notation."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opening_hours import OpeningHours, State

from apps.catalog.models import HoursException, Item, ServiceHours
from tests.apps.catalog.hours.cases import agrees, places
from tests.apps.catalog.hours.week_walk import DAY

DAYS_AROUND = 20
# Cases are weeks times moments.
WEEKS, MOMENTS = 5_000, 20
moments = st.lists(st.integers(0, 5 * 24 * 60), min_size=MOMENTS, max_size=MOMENTS)


def oracle(item: Item, monday: date) -> list[tuple[datetime, datetime]]:
    """Open times in UTC by the other library, from some days before `monday` on.

    Each service day is a rule of its own, joined by commas: an `off` rule, and a
    rule that replaces another, would cut the night of the day before at midnight.
    """
    first, last = monday - 3 * DAY, monday + DAYS_AROUND * DAY
    rules = [rule for day in days(first, last) for rule in rules_of(item, day)]
    if not rules:
        return []
    zone = ZoneInfo(item.property.time_zone)
    calendar = OpeningHours(", ".join(rules), timezone=zone)
    start = datetime.combine(first - DAY, time(0), tzinfo=zone)
    end = datetime.combine(last + 3 * DAY, time(0), tzinfo=zone)
    return [
        (in_first_hour(opens), in_first_hour(closes))
        for opens, closes, state, _ in calendar.intervals(start, end)
        if state == State.OPEN
    ]


def in_first_hour(at: datetime) -> datetime:
    """In UTC. Of an hour that comes twice it is the first here, the second there."""
    return at.replace(fold=0).astimezone(UTC)


def days(first: date, last: date) -> list[date]:
    return [first + count * DAY for count in range((last - first).days + 1)]


def rules_of(item: Item, day: date) -> list[str]:
    """Such as "2026 Nov 26 18:00-26:00"."""
    rows: list[HoursException] | list[ServiceHours] = [
        row
        for row in item.hours_exceptions.all()
        if row.first_day <= day <= row.last_day
    ][:1]
    rows = rows or [row for row in item.hours.all() if row.weekday == day.weekday()]
    return [
        f"{day:%Y %b %d} {span(row.opens_at, row.closes_at)}"
        for row in rows
        if row.opens_at is not None and row.closes_at is not None
    ]


def span(opens: time, closes: time) -> str:
    hour = closes.hour if closes > opens else closes.hour + 24
    return f"{opens:%H:%M}-{hour:02}:{closes:%M}"


def agrees_at(item: Item, monday: date, minutes: list[int]) -> None:
    start = datetime.combine(monday, time(0), tzinfo=UTC)
    spans = oracle(item, monday)
    for minute in minutes:
        agrees(item, start + timedelta(minutes=minute), spans)


@settings(max_examples=30)
@given(places(), moments)
def test_it_agrees_with_another_library(
    place: tuple[Item, date], minutes: list[int]
) -> None:
    agrees_at(*place, minutes)


@pytest.mark.nightly
@settings(max_examples=WEEKS, suppress_health_check=list(HealthCheck))
@given(places(), moments)
def test_it_agrees_in_a_hundred_thousand_cases(
    place: tuple[Item, date], minutes: list[int]
) -> None:
    agrees_at(*place, minutes)
