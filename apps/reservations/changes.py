"""What an approved request sets on its booking, where its values say so.

A cancellation sets the state. A change sets the time and the number of people. When a
stay is moved, nothing says whether it keeps its length, its room or its price: staff
move it in their own system, and mark the request as done. The same holds for words.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from apps.reservations.models import MAX_PARTY, Request, RequestKind, Reservation

Values = dict[str, Any]


def values(request: Request) -> Values:
    """Fields of the booking and their values; empty where staff do it by hand."""
    booking = request.reservation
    if booking is None:
        return {}
    if request.kind == RequestKind.CANCEL:
        return {"state": Reservation.State.CANCELLED}
    if request.kind == RequestKind.CHANGE:
        return {**_party(request.wish), **_times(request.wish, booking)}
    return {}


def apply(request: Request) -> None:
    """Writes them; within the transaction of the decision."""
    booking, new_values = request.reservation, values(request)
    if booking is None or not new_values:
        return
    for name, value in new_values.items():
        setattr(booking, name, value)
    booking.save(update_fields=[*new_values, "updated_at"])


def _party(wish: Mapping[str, Any]) -> Values:
    count = wish.get("party")
    return {"party": count} if type(count) is int and 1 <= count <= MAX_PARTY else {}


def _times(wish: Mapping[str, Any], booking: Reservation) -> Values:
    """A treatment takes as long as before."""
    starts_at = _moment(wish.get("starts_at"))
    if starts_at is None or booking.kind == Reservation.Kind.ROOM:
        return {}
    if booking.ends_at is None:
        return {"starts_at": starts_at}
    length = booking.ends_at - booking.starts_at
    return {"starts_at": starts_at, "ends_at": starts_at + length}


def _moment(text: Any) -> datetime | None:
    """None for what is no moment in ISO form with its offset."""
    try:
        moment = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return moment if moment.tzinfo else None
