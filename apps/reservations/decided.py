"""What staff have decided on a booking, which no import and no source may undo.

A property's own system often lags behind: it still has a table as booked that staff
have cancelled here at the guest's request.
"""

from __future__ import annotations

from apps.reservations.models import Request, RequestKind, Reservation
from apps.reservations.request_status import Status

DECIDED = frozenset({Status.APPROVED, Status.DONE})


def fields(reservation: Reservation) -> frozenset[str]:
    """Names of the fields that an approved request has set."""
    decided = Request.objects.filter(reservation=reservation, status__in=DECIDED)
    names = {field.name for field in Reservation._meta.fields}
    result: set[str] = set()
    for kind, wish in decided.values_list("kind", "wish"):
        if kind == RequestKind.CANCEL:
            result.add("state")
        elif kind == RequestKind.CHANGE:
            result |= names & set(wish)
    return frozenset(result)
