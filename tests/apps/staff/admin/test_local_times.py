"""Staff read and write the times of bookings on the clock of their resort."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from apps.properties.models import Property
from apps.reservations.models import Reservation
from tests import factories
from tests.admin_form import Form

HALF_PAST_SEVEN = datetime(2026, 11, 28, 0, 30, tzinfo=UTC)
LIST = "/admin/reservations/reservation/"


@pytest.fixture
def dinner(mohegan: Property) -> Reservation:
    """At half past seven in the evening of the day before, in Connecticut."""
    return factories.ReservationFactory.create(
        property=mohegan, starts_at=HALF_PAST_SEVEN
    )


def test_it_lists_bookings_on_the_clock_of_the_resort(
    dinner: Reservation, admin_client: Client
) -> None:
    page = admin_client.get(LIST).content.decode()
    assert "Nov. 27, 2026, 7:30 p.m." in page


def test_it_keeps_the_time_of_a_booking_that_is_saved_unchanged(
    dinner: Reservation, foxwoods: Property, admin_client: Client
) -> None:
    """Also where the reader's resorts do not share a clock."""
    Property.objects.filter(pk=foxwoods.pk).update(time_zone="America/Los_Angeles")
    form = Form(admin_client, f"{LIST}{dinner.pk}/change/")
    assert form.values["starts_at_1"] == "19:30:00"
    assert form.send().is_saved
    dinner.refresh_from_db()
    assert dinner.starts_at == HALF_PAST_SEVEN
