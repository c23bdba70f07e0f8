"""What guests have booked, what they ask to be changed, and each step of that."""

from apps.reservations.models.bookings import MAX_PARTY, Reservation
from apps.reservations.models.guest_requests import (
    ALWAYS_A_PERSON,
    MAY_BE_OF_BOOKING,
    OF_BOOKING,
    Request,
    RequestKind,
    RequestPolicy,
    RequestStep,
)
from apps.reservations.models.sources import SourceRefresh
from apps.reservations.models.staff_work import (
    Escalation,
    EscalationStep,
    RequestNote,
)

__all__ = [
    "ALWAYS_A_PERSON",
    "MAX_PARTY",
    "MAY_BE_OF_BOOKING",
    "OF_BOOKING",
    "Escalation",
    "EscalationStep",
    "Request",
    "RequestKind",
    "RequestNote",
    "RequestPolicy",
    "RequestStep",
    "Reservation",
    "SourceRefresh",
]
