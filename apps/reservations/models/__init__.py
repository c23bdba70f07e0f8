"""What guests have booked, what they ask to be changed, and each step of that."""

from apps.reservations.models.bookings import MAX_PARTY, Reservation
from apps.reservations.models.guest_requests import (
    OF_BOOKING,
    Request,
    RequestKind,
    RequestPolicy,
    RequestStep,
)

__all__ = [
    "MAX_PARTY",
    "OF_BOOKING",
    "Request",
    "RequestKind",
    "RequestPolicy",
    "RequestStep",
    "Reservation",
]
