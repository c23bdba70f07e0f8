"""Who and what is there before anything happens."""

from __future__ import annotations

from datetime import UTC, datetime

from django.contrib.auth.models import User

from apps.properties.models import Property
from apps.reservations.models import RequestPolicy
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import dinner_at, room_at
from tests.journeys.interleavings import invariants
from tests.journeys.interleavings.people import Guest

BEGIN = datetime(2026, 11, 24, 15, tzinfo=UTC)
ASKS = (
    *("Please cancel my dinner", "Move my dinner to 8pm", "Can I check out at 3pm?"),
    *("We need towels in room 1204", "What became of my requests?"),
)
WORDS = (*ASKS, "yes", "no", "make it 9pm", "we will be 6 people", "never mind")


class World:
    """What is there before each example, and is there again after it."""

    def __init__(self, place: Property, *staff: User) -> None:
        self.place, self.staff = place, staff
        for kind in ("cancel", "service"):
            RequestPolicy.objects.create(
                property=place, kind=kind, department="Desk", window_hours=24
            )
        owner = factories.GuestFactory.create(property=place)
        own = [dinner_at(place, guest=owner), room_at(place, guest=owner)]
        of_bob = dinner_at(place, code="BOB-1", family_name="Bo", what="Tuscany")
        self.before = {row.pk: invariants.of_booking(row) for row in [*own, of_bob]}
        self.guests = [
            Guest(place, "Alice", *own),
            Guest(place, "Alice", *own),  # on another device
            Guest(place, "Bob", of_bob),
            Guest(place, "Mallory"),
        ]
