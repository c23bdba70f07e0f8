"""Until when a guest may ask for something, who decides on it, and by when.

A property's own row comes before the default of the kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from apps.properties.models import Property
from apps.reservations.models import (
    ALWAYS_A_PERSON,
    MAY_BE_OF_BOOKING,
    Request,
    RequestKind,
    RequestPolicy,
    Reservation,
)

# Saving a row takes no longer; what comes later is a change of it.
A_MOMENT = timedelta(minutes=1)
# After the window these may still be asked for; a person decides.
ASKED_LATE = frozenset({RequestKind.CANCEL, RequestKind.CHANGE})


@dataclass(frozen=True)
class Policy:
    """window: before the booking begins; None where guests may ask at any time.

    is_default: the property has chosen nothing for the kind.
    """

    department: str
    window: timedelta | None
    due: timedelta
    is_let_through: bool = False
    is_default: bool = False

    def department_for(self, what: str) -> str:
        """what: of a service, such as `luggage`; a property's own choice holds for
        all of them."""
        if not self.is_default:
            return self.department
        return _OF_SERVICES.get(what, self.department)

    def is_open(self, reservation: Reservation | None, now: datetime) -> bool:
        """Whether the guest may still ask, by the time the booking begins."""
        if reservation is None or self.window is None:
            return True
        return now <= reservation.starts_at - self.window


_DEPARTMENTS = {
    RequestKind.CHANGE: "Reservations",
    RequestKind.CANCEL: "Reservations",
    RequestKind.LATE_CHECKOUT: "Front desk",
    RequestKind.EARLY_CHECKIN: "Front desk",
    RequestKind.UPGRADE: "Front desk",
    RequestKind.NOTE: "Reservations",
    RequestKind.SERVICE: "Housekeeping",
    RequestKind.CALLBACK: "Guest services",
    RequestKind.REFUND: "Billing",
    RequestKind.BILLING: "Billing",
    RequestKind.COMPLAINT: "Guest services",
}

_OF_SERVICES = {
    "maintenance": "Engineering",
    "luggage": "Bell desk",
    "wake_up": "Front desk",
}


def of(place: Property, kind: RequestKind) -> Policy:
    row = RequestPolicy.objects.filter(property=place, kind=kind).first()
    if row is None:
        return _default(kind)
    return Policy(
        row.department,
        None if kind in MAY_BE_OF_BOOKING else _hours(row.window_hours),
        timedelta(minutes=row.due_minutes),
        row.is_let_through and kind not in ALWAYS_A_PERSON,
    )


def may_ask(
    policy: Policy, kind: RequestKind, reservation: Reservation | None, now: datetime
) -> bool:
    """Whether a guest may ask staff for it; in the window or, for some, after it."""
    return kind in ASKED_LATE or policy.is_open(reservation, now)


def needs_person(request: Request, policy: Policy, now: datetime) -> bool:
    """Whether staff decide, at the moment when the guest has confirmed.

    What a property lets through waits for a person after all when the window has
    closed since it was proposed, when the booking is one no longer, and when a
    cancellation means money to return.
    """
    booking = request.reservation
    if not policy.is_let_through or not policy.is_open(booking, now):
        return True
    if booking and booking.state != Reservation.State.BOOKED:
        return True
    if booking is None or request.kind != RequestKind.CANCEL:
        return False
    is_refund = booking.deposit_state == Reservation.Deposit.HELD
    return is_refund or booking.starts_at <= now


def _default(kind: RequestKind) -> Policy:
    hours = {
        RequestKind.CANCEL: settings.REQUEST_CANCEL_HOURS,
        RequestKind.CHANGE: settings.REQUEST_CHANGE_HOURS,
    }
    return Policy(
        _DEPARTMENTS[kind],
        _hours(hours.get(kind)),
        timedelta(minutes=settings.REQUEST_DUE_MINUTES),
        is_default=True,
    )


def _hours(count: int | None) -> timedelta | None:
    return None if count is None else timedelta(hours=count)
