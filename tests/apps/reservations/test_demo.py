"""The demo has bookings to try: near the day on which they are written, and once."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command

from apps.properties.models import Property
from apps.reservations.models import Reservation

FRIDAY = "2026-11-20T18:30:00-05:00"
pytestmark = pytest.mark.django_db


def test_bookings_are_written_once(mohegan: Property, foxwoods: Property) -> None:
    call_command("seed_bookings", at=datetime.fromisoformat(FRIDAY), verbosity=0)
    dinner = Reservation.objects.get(code="MS-4F7K")
    zone = ZoneInfo("America/New_York")
    assert dinner.starts_at == datetime(2026, 11, 22, 19, tzinfo=zone)
    bookings = Reservation.objects.filter(guest=dinner.guest)
    assert {own.family_name for own in bookings} == {"Álvarez"}
    count = Reservation.objects.count()
    dinner.party = 5
    dinner.save()
    call_command("seed_bookings", at=datetime.fromisoformat(FRIDAY), verbosity=0)
    dinner.refresh_from_db()
    assert (Reservation.objects.count(), dinner.party) == (count, 5)
    for booking in Reservation.objects.all():
        booking.full_clean()


def test_without_the_demo_properties_there_are_none(db: None) -> None:
    call_command("seed_bookings", verbosity=0)
    assert not Reservation.objects.exists()
