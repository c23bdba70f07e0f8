"""The bookings of a property's own system come here, and undo no decision."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import Settings

from apps.properties.models import Property
from apps.reservations import requests, sources, tasks
from apps.reservations.models import Reservation, SourceRefresh
from apps.reservations.sources import backends, refresh
from tests import factories
from tests.apps.reservations.sample_requests import NOW, table_in, waiting
from tests.fakes import booking_system
from tests.fakes.booking_system import BookingSystem, booking

pytestmark = pytest.mark.django_db


@pytest.fixture
def system(mohegan: Property, settings: Settings) -> Iterator[BookingSystem]:
    with booking_system.running_server() as fake:
        settings.RESERVATION_SOURCES = {"mohegan-sun": fake.url}
        settings.RESERVATION_SOURCE_KEYS = {"mohegan-sun": booking_system.KEY}
        yield fake


def refreshed(place: Property) -> SourceRefresh:
    refresh.refresh(place, sources.of(place), NOW)
    return SourceRefresh.objects.get(property=place)


def counted(place: Property) -> dict[str, int]:
    counts: dict[str, int] = refreshed(place).counts
    return {name: count for name, count in counts.items() if count}


def test_it_reads_every_page_once(mohegan: Property, system: BookingSystem) -> None:
    system.bookings = [booking(code=f"ROOM{number}") for number in range(1000, 1005)]
    assert counted(mohegan) == {"new": 5}
    assert [query.get("cursor") for query in system.queries] == [None, "2", "4"]
    assert system.queries[0]["since"] == "2026-10-25"
    row = Reservation.objects.get(code="ROOM1003")
    assert (row.party, row.source) == (2, "the property's system")
    assert counted(mohegan) == {"same": 5}


def test_it_takes_changes_and_links_the_catalog(
    mohegan: Property, system: BookingSystem
) -> None:
    room = factories.RoomFactory.create(property=mohegan, slug="deluxe-room")
    system.bookings = [booking(item="deluxe-room")]
    refreshed(mohegan)
    system.bookings = [booking(item="deluxe-room", party=3, extra="ignored")]
    assert counted(mohegan) == {"changed": 1}
    row = Reservation.objects.get()
    assert (row.party, row.item_id) == (3, room.pk)


def test_it_keeps_and_marks_what_the_system_no_longer_has(
    mohegan: Property, system: BookingSystem
) -> None:
    ours = table_in(mohegan)
    system.bookings = [booking(), booking(code="ROOM2")]
    system.bookings[1]["code"] = "ROOM9999"
    refreshed(mohegan)
    system.bookings.pop()
    assert counted(mohegan) == {"same": 1, "missing": 1}
    assert Reservation.objects.get(code="ROOM9999").missing_since == NOW
    ours.refresh_from_db()
    assert ours.missing_since is None
    system.bookings.append(booking(code="ROOM9999"))
    refreshed(mohegan)
    assert Reservation.objects.get(code="ROOM9999").missing_since is None


def test_it_marks_nothing_as_missing_when_the_system_breaks_off(
    mohegan: Property, system: BookingSystem
) -> None:
    system.bookings = [booking(code=f"ROOM{number}") for number in range(1000, 1005)]
    refreshed(mohegan)
    system.bookings = system.bookings[:3]
    system.before_page = lambda number: system.failures.append(503)
    row = refreshed(mohegan)
    assert row.problem == "It answered with status 503."
    assert row.counts["new"] == 5
    assert not Reservation.objects.exclude(missing_since=None).exists()


def test_it_never_overwrites_a_decision(
    mohegan: Property, system: BookingSystem, admin_user: User
) -> None:
    system.bookings = [booking()]
    refreshed(mohegan)
    requests.approve(waiting(Reservation.objects.get()), admin_user, NOW)
    system.bookings = [booking(party=4)]
    assert counted(mohegan) == {"kept": 1}
    row = Reservation.objects.get()
    assert (row.state, row.party) == ("cancelled", 4)


def test_it_refuses_a_bad_booking_and_takes_the_next(
    mohegan: Property, system: BookingSystem
) -> None:
    bad: list[dict[str, Any]] = [
        booking(code="A0001", party=400),
        booking(code="A0002", ends_at="2026-12-01T11:00:00-05:00"),
        booking(code="A0003", starts_at="2026-12-03T16:00:00"),
        booking(code="A0004", kind="yacht"),
        booking(code="A0005", family_name="x\0y"),
        booking(code="A0006", starts_at="9999-12-31T16:00:00-05:00"),
        {"code": "A0007"},
    ]
    system.bookings = [*bad, booking()]
    assert counted(mohegan) == {"refused": 7, "new": 1}
    assert Reservation.objects.get().code == "ROOM4821"


@pytest.mark.parametrize("body", [[], {"bookings": "all"}, {"bookings": [1]}, "x"])
def test_it_says_that_an_answer_makes_no_sense(
    mohegan: Property, system: BookingSystem, body: Any
) -> None:
    system.body = body
    row = refreshed(mohegan)
    assert row.problem == "Its answer has no list of bookings."
    assert (row.tried_at, row.succeeded_at) == (NOW, None)


def test_it_reads_no_page_without_end(
    mohegan: Property, system: BookingSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backends, "MAX_PAGE_BYTES", 1000)
    system.bookings = [booking(what="x" * 2000)]
    assert refreshed(mohegan).problem == "Its answer is too large."
    monkeypatch.setattr(backends, "MAX_PAGES", 3)
    system.body = {"bookings": [], "next": "again"}
    assert refreshed(mohegan).problem == "It sent more than 3 pages."


def test_it_says_that_nobody_answers(mohegan: Property, settings: Settings) -> None:
    settings.RESERVATION_SOURCES = {"mohegan-sun": "http://127.0.0.1:9"}
    assert refreshed(mohegan).problem == "It cannot be reached (ConnectError)."


def test_it_runs_once_at_a_time(mohegan: Property, system: BookingSystem) -> None:
    system.bookings = [booking()]
    SourceRefresh.objects.create(property=mohegan, running_since=NOW)
    assert not refresh.refresh(mohegan, sources.of(mohegan), NOW)
    later = NOW + refresh.ABANDONED_AFTER + timedelta(seconds=1)
    assert refresh.refresh(mohegan, sources.of(mohegan), later)


def test_it_is_off_where_no_address_is_set(
    mohegan: Property, foxwoods: Property, system: BookingSystem, settings: Settings
) -> None:
    system.bookings = [booking(starts_at=timezone.now().isoformat(), ends_at=None)]
    assert tasks.refresh_bookings() == 1
    assert not Reservation.objects.filter(property=foxwoods).exists()
    settings.RESERVATION_SOURCES = {}
    assert tasks.refresh_bookings() == 0


def test_it_changes_nothing_where_our_own_rows_are_the_source(
    mohegan: Property,
) -> None:
    table_in(mohegan)
    before = Reservation.objects.values().get()
    source = sources.of(mohegan)
    assert not source.is_remote
    assert [row["code"] for row in source.bookings(date(2026, 1, 1))] == [
        before["code"]
    ]
    assert not refresh.refresh(mohegan, source, NOW)
    assert Reservation.objects.values().get() == before
    assert not SourceRefresh.objects.exists()
