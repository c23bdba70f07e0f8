"""A booking from elsewhere belongs to the guest who has its number or its e-mail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from apps.guests.models import ContactPoint, Guest
from apps.properties.models import Property
from apps.reservations import tasks
from apps.reservations.models import Reservation
from tests import factories
from tests.apps.staff.intake.test_booking_import import (
    HEADER,
    ROW,
    applied,
    handed_in,
    keeper,
)
from tests.fakes import booking_system
from tests.fakes.booking_system import BookingSystem, booking

__all__ = ["keeper"]
PHONE, EMAIL = "+18605551234", "ada@example.com"


@pytest.fixture
def system(mohegan: Property, settings: Settings) -> Iterator[BookingSystem]:
    with booking_system.running_server() as fake:
        settings.RESERVATION_SOURCES = {"mohegan-sun": fake.url}
        settings.RESERVATION_SOURCE_KEYS = {"mohegan-sun": booking_system.KEY}
        yield fake


def guests(system: BookingSystem, *rows: dict[str, Any]) -> list[Guest | None]:
    """Of these bookings, in the order of their codes."""
    numbered = enumerate(rows, 1000)
    system.bookings = [booking(**{"code": f"ROOM{pk}", **row}) for pk, row in numbered]
    assert tasks.refresh_bookings() == 1
    stored = Reservation.objects.select_related("guest").order_by("code")
    return [row.guest for row in stored]


def test_it_knows_one_guest_by_number_or_e_mail(system: BookingSystem) -> None:
    first, second, third, namesake, nobody = guests(
        system,
        {"phone": "(860) 555-1234", "email": "Ada@Example.com"},
        {"phone": "860.555.1234"},
        {"email": EMAIL},
        {"phone": "860 555 9999"},
        {},
    )
    assert first
    assert first == second == third
    assert namesake
    assert namesake != first
    assert nobody is None
    row = Reservation.objects.get(code="ROOM1000")
    assert (row.phone, row.email) == (PHONE, EMAIL)


def test_it_knows_the_guest_who_texts(system: BookingSystem, mohegan: Property) -> None:
    [first] = guests(system, {"phone": PHONE})
    texting = factories.GuestFactory.create(property=mohegan)
    ContactPoint.objects.create(
        guest=texting, property=mohegan, kind="sms", value=PHONE
    )
    assert guests(system, {"phone": PHONE}) == [texting]
    assert first != texting


def test_it_links_nothing_to_another_family(
    system: BookingSystem, mohegan: Property, foxwoods: Property
) -> None:
    abroad = factories.GuestFactory.create(property=foxwoods)
    ContactPoint.objects.create(
        guest=abroad, property=foxwoods, kind="sms", value=PHONE
    )
    first, second = guests(
        system, {"phone": PHONE}, {"phone": PHONE, "family_name": "Smith"}
    )
    assert first != second
    assert abroad not in {first, second}


def test_it_changes_nothing_when_it_reads_the_same_again(system: BookingSystem) -> None:
    row = {"phone": "(860) 555-1234", "email": "no address"}
    first = guests(system, row)
    before = Reservation.objects.get().updated_at
    assert guests(system, row) == first
    stored = Reservation.objects.get()
    assert (stored.updated_at, stored.email) == (before, "")
    assert guests(system, {}) == first
    stored.refresh_from_db()
    assert stored.phone == PHONE


def test_it_links_what_staff_import_and_undoes_it(
    keeper: Client, mohegan: Property
) -> None:
    again = ROW.replace("dine9001", "dine9002")
    rows = (f"{ROW},860 555 1234,", f"{again},+1 860 555 1234,{EMAIL}")
    handed_in(keeper, mohegan, *rows, header=f"{HEADER},phone,email")
    assert not Guest.objects.exists()
    delivery = applied(keeper)
    first, second = Reservation.objects.all()
    assert first.guest
    assert first.guest == second.guest
    assert (second.phone, second.email) == (PHONE, EMAIL)
    keeper.post(f"/admin/import/{delivery.pk}/undo/")
    assert not Reservation.objects.exists()
