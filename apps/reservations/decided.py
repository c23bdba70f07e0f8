"""What staff have decided on a booking, which no import and no source may undo.

A property's own system often lags behind: it still has a table as booked that staff
have cancelled here at the guest's request.
"""

from __future__ import annotations

from apps.reservations import changes
from apps.reservations.models import Request, Reservation
from apps.reservations.request_status import Status

DECIDED = frozenset({Status.APPROVED, Status.DONE})


def fields(reservation: Reservation) -> frozenset[str]:
    """Names of the fields that an approved request has set."""
    rows = Request.objects.filter(reservation=reservation, status__in=DECIDED)
    names = (changes.values(row) for row in rows.select_related("reservation"))
    return frozenset(name for each in names for name in each)
