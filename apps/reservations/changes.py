"""What an approved request sets on its booking, where its values say so.

A cancellation sets the state. A change sets the time and the number of people. A late
checkout and an early check-in set the clock on the day of departure or arrival. When a
stay is moved to other days, nothing says whether it keeps its length, its room or its
price: staff move it in their own system, and mark the request as done. The same holds
for words.

No import and no source may undo it. A property's own system often lags behind: it still
has a table as booked that staff have cancelled here at the guest's request.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any

from apps.catalog import wall_clock
from apps.reservations.models import MAX_PARTY, Request, RequestKind, Reservation
from apps.reservations.request_status import Status

Values = dict[str, Any]
APPROVED = frozenset({Status.APPROVED, Status.DONE})


def values(request: Request) -> Values:
    """Fields of the booking and their values; empty where staff do it by hand."""
    booking = request.reservation
    if booking is None:
        return {}
    if request.kind == RequestKind.CANCEL:
        return {"state": Reservation.State.CANCELLED}
    if request.kind == RequestKind.CHANGE:
        return {**_party(request.wish), **_times(request.wish, booking)}
    if request.kind == RequestKind.LATE_CHECKOUT and booking.ends_at:
        return _at_clock("ends_at", booking, request.wish.get("until"))
    if request.kind == RequestKind.EARLY_CHECKIN:
        return _at_clock("starts_at", booking, request.wish.get("from"))
    return {}


def apply(request: Request) -> bool:
    """Writes them; within the transaction of the decision.

    False where there is something to write, and the booking is over or cancelled.
    """
    if request.reservation_id is None:
        return True
    # Another request of the booking may be decided at the same moment.
    rows = Reservation.objects.select_for_update(of=("self",))
    booking = rows.select_related("property").get(pk=request.reservation_id)
    request.reservation = booking
    changed = {
        name: value
        for name, value in values(request).items()
        if getattr(booking, name) != value
    }
    if changed and booking.state != Reservation.State.BOOKED:
        return False
    for name, value in changed.items():
        setattr(booking, name, value)
    if changed:
        booking.save(update_fields=[*changed, "updated_at"])
    return True


def approved_fields(reservation: Reservation) -> frozenset[str]:
    """Names of the fields that an approved request has set."""
    rows = Request.objects.filter(reservation=reservation, status__in=APPROVED)
    names = (values(row) for row in rows.select_related("reservation"))
    return frozenset(name for each in names for name in each)


def moment(text: Any) -> datetime | None:
    """None for what is no moment in ISO form with its offset."""
    try:
        parsed = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return parsed if parsed.tzinfo else None


def clock(text: Any) -> time | None:
    """None for what is no time of the day such as `13:00`."""
    try:
        return time.fromisoformat(text)
    except (TypeError, ValueError):
        return None


def _party(wish: Mapping[str, Any]) -> Values:
    count = wish.get("party")
    return {"party": count} if type(count) is int and 1 <= count <= MAX_PARTY else {}


def _times(wish: Mapping[str, Any], booking: Reservation) -> Values:
    """A treatment takes as long as before."""
    starts_at = moment(wish.get("starts_at"))
    if starts_at is None or booking.kind == Reservation.Kind.ROOM:
        return {}
    if booking.ends_at is None:
        return {"starts_at": starts_at}
    length = booking.ends_at - booking.starts_at
    return {"starts_at": starts_at, "ends_at": starts_at + length}


def _at_clock(field: str, booking: Reservation, text: Any) -> Values:
    """The field on the same day at another time, by the clock of the property."""
    wall, zone = clock(text), booking.property.zone
    if wall is None or booking.kind != Reservation.Kind.ROOM:
        return {}
    day = getattr(booking, field).astimezone(zone).date()
    moved = wall_clock.moment(day, wall, zone)
    ends_at = moved if field == "ends_at" else booking.ends_at
    starts_at = moved if field == "starts_at" else booking.starts_at
    return {field: moved} if ends_at is None or starts_at < ends_at else {}
