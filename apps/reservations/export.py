"""What is stored of a guest's requests and bookings, for the guest."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from apps.guests.models import Guest
from apps.reservations.models import Request, Reservation

REQUEST = (
    "id",
    "kind",
    "department",
    "wish",
    "offer",
    "first_wish",
    "reason",
    "status",
    "due_at",
    "expires_at",
    "created_at",
)
STEP = ("action", "actor", "note", "at")
BOOKING = (
    "kind",
    "code",
    "family_name",
    "email",
    "phone",
    "what",
    "starts_at",
    "ends_at",
    "party",
    "state",
    "amount",
    "deposit",
    "deposit_state",
    "booked_at",
    "source",
)


def requests_of(thread_id: UUID) -> list[dict[str, Any]]:
    """Requests of a conversation with their steps, without the notes of staff."""
    rows = Request.objects.filter(thread_id=thread_id).order_by("created_at")
    return [
        {
            **{name: getattr(row, name) for name in REQUEST},
            "steps": list(row.steps.values(*STEP)),
        }
        for row in rows
    ]


def bookings_of(guest: Guest) -> list[dict[str, Any]]:
    """Bookings that the guest has proved to be theirs."""
    return list(guest.reservations.values(*BOOKING))


def bookings_among(booking_ids: Collection[int]) -> list[dict[str, Any]]:
    return list(Reservation.objects.filter(pk__in=booking_ids).values(*BOOKING))
