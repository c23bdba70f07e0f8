"""What staff approve stands in the booking, or waits for staff to do it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError

from apps.properties.models import Property
from apps.reservations import changes, requests
from apps.reservations.models import Request, RequestKind, Reservation
from apps.reservations.requests import ConflictError
from tests.apps.reservations.sample_requests import NOW, table_in

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=4, hours=7)
AN_HOUR_LATER = NOW + timedelta(days=3, hours=1)
AT_SIX = {"starts_at": LATER.isoformat(), "party": 6}
Kind = Reservation.Kind


def change_of(booking: Reservation, wish: dict[str, Any]) -> Request:
    """With the staff."""
    kind = RequestKind.CHANGE
    row = requests.draft(booking.property, uuid4(), kind, wish, NOW, booking)
    return requests.confirm(requests.propose(row, NOW), NOW)


def times(booking: Reservation) -> tuple[datetime, datetime | None, int]:
    booking.refresh_from_db()
    return booking.starts_at, booking.ends_at, booking.party


def test_an_approved_change_alters_the_booking(
    mohegan: Property, admin_user: User
) -> None:
    booking = table_in(mohegan)
    requests.approve(change_of(booking, AT_SIX), admin_user, NOW)
    assert times(booking) == (LATER, None, 6)
    assert changes.approved_fields(booking) == {"starts_at", "party"}


def test_an_offer_that_is_accepted_alters_it_and_what_was_asked_for_does_not(
    mohegan: Property, admin_user: User
) -> None:
    booking = table_in(mohegan)
    before = times(booking)
    request = change_of(booking, AT_SIX)
    offer = {"words": "half past eight", "starts_at": AN_HOUR_LATER.isoformat()}
    offered = requests.counter(request, admin_user, offer, "Full at six.", NOW)
    assert times(booking) == before
    requests.accept(offered, NOW)
    assert times(booking) == (AN_HOUR_LATER, None, 6)


def test_a_treatment_takes_as_long_as_before(
    mohegan: Property, admin_user: User
) -> None:
    booking = table_in(mohegan, kind=Kind.SPA)
    booking.ends_at = booking.starts_at + timedelta(minutes=75)
    booking.save()
    requests.approve(change_of(booking, AT_SIX), admin_user, NOW)
    assert times(booking) == (LATER, LATER + timedelta(minutes=75), 6)


@pytest.mark.parametrize(
    ("kind", "wish"),
    [
        (Kind.ROOM, {"starts_at": LATER.isoformat()}),
        (Kind.TABLE, {"words": "a table by the window"}),
        (Kind.TABLE, {"starts_at": "at six"}),
        (Kind.TABLE, {"starts_at": "2026-11-27T19:00"}),
        (Kind.TABLE, {"party": 400}),
        (Kind.TABLE, {"party": True}),
    ],
)
def test_what_the_values_do_not_decide_is_left_to_staff(
    mohegan: Property, admin_user: User, kind: Kind, wish: dict[str, Any]
) -> None:
    booking = table_in(mohegan, kind=kind)
    before = times(booking)
    approved = requests.approve(change_of(booking, wish), admin_user, NOW)
    assert times(booking) == before
    assert changes.approved_fields(booking) == frozenset()
    assert requests.fulfil(approved, admin_user, NOW).status == "done"


def test_a_booking_is_altered_with_the_decision_or_not_at_all(
    mohegan: Property, admin_user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    booking = table_in(mohegan)
    before = times(booking)
    request = change_of(booking, AT_SIX)

    def broken(*_: Any, **__: Any) -> None:
        raise DatabaseError

    monkeypatch.setattr(Reservation, "save", broken)
    with pytest.raises(DatabaseError):
        requests.approve(request, admin_user, NOW)
    assert times(booking) == before
    assert Request.objects.get().status == "waiting"


def test_two_decisions_alter_it_once(mohegan: Property, admin_user: User) -> None:
    booking = table_in(mohegan)
    request = change_of(booking, AT_SIX)
    requests.decline(request, admin_user, "Full.", NOW)
    before = times(booking)
    with pytest.raises(ConflictError):
        requests.approve(request, admin_user, NOW)
    assert times(booking) == before
