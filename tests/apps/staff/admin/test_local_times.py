"""Staff read and write times on the clock of their resort."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from apps.notifications.models import Notification
from apps.ops.models import Incident
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from apps.staff.models import Version
from tests import factories
from tests.admin_form import Form
from tests.apps.staff.requests.desk import towels_at

HALF_PAST_SEVEN = datetime(2026, 11, 28, 0, 30, tzinfo=UTC)
LIST = "/admin/reservations/reservation/"


@pytest.fixture
def dinner(mohegan: Property) -> Reservation:
    """At half past seven in the evening of the day before, in Connecticut."""
    return factories.ReservationFactory.create(
        property=mohegan, starts_at=HALF_PAST_SEVEN
    )


@pytest.fixture
def far_away(foxwoods: Property) -> Property:
    """A resort of the same staff in another zone."""
    Property.objects.filter(pk=foxwoods.pk).update(time_zone="America/Los_Angeles")
    return foxwoods


def page_at(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_it_lists_bookings_on_the_clock_of_the_resort(
    dinner: Reservation, admin_client: Client
) -> None:
    assert "Nov. 27, 2026, 7:30 PM</" in page_at(admin_client, LIST)


def test_it_keeps_the_time_of_a_booking_that_is_saved_unchanged(
    dinner: Reservation, far_away: Property, admin_client: Client
) -> None:
    """Also where the reader's resorts do not share a clock."""
    form = Form(admin_client, f"{LIST}{dinner.pk}/change/")
    assert form.values["starts_at_1"] == "19:30:00"
    assert form.send().is_saved
    dinner.refresh_from_db()
    assert dinner.starts_at == HALF_PAST_SEVEN


def test_it_names_the_zone_where_the_rows_of_a_list_have_several(
    dinner: Reservation, mohegan: Property, far_away: Property, admin_client: Client
) -> None:
    later = HALF_PAST_SEVEN + timedelta(hours=1)
    factories.ReservationFactory.create(property=far_away, starts_at=later)
    for place in (mohegan, far_away):
        Version.objects.create(
            property=place, item=1, category="towers", name="Earth", content={}
        )
        Notification.objects.create(
            property=place,
            channel="slack",
            recipient=place.slug,
            topic="crisis",
            row_id="1",
            happened_at=later,
            next_attempt_at=later,
        )
    Version.objects.update(at=later)
    for path in (
        LIST,
        "/admin/staff/version/",
        "/admin/notifications/notification/",
    ):
        page = page_at(admin_client, path)
        assert "PM EST" in page, path
        assert "Nov. 27, 2026, 5:30 PM PST" in page, path
    rows = admin_client.get(f"{LIST}?o=-4").context["cl"].result_list
    assert [row.property for row in rows] == [far_away, mohegan], "a time can be sorted"


def test_it_names_the_zone_of_what_belongs_to_no_resort(
    mohegan: Property, far_away: Property, admin_client: Client
) -> None:
    Incident.objects.create(
        check_name="beat", level="fault", message="x", last_seen_at=HALF_PAST_SEVEN
    )
    address = "/admin/ops/incident/"
    assert "Nov. 28, 2026, 12:30 AM UTC" in page_at(admin_client, address)
    far_away.delete()
    assert "Nov. 27, 2026, 7:30 PM</" in page_at(admin_client, address)


def test_the_queue_of_requests_names_the_zones_of_several_resorts(
    mohegan: Property, far_away: Property, admin_client: Client
) -> None:
    row = towels_at(mohegan)
    a_year_ago = HALF_PAST_SEVEN.replace(year=2025)
    Request.objects.filter(pk=row.pk).update(due_at=a_year_ago)
    assert "Overdue since 7:30 PM EST" in page_at(admin_client, "/admin/requests/")
    far_away.delete()
    assert "Overdue since 7:30 PM</" in page_at(admin_client, "/admin/requests/")
