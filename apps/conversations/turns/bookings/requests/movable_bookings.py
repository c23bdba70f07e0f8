"""Which bookings may begin at the time that a guest names."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.catalog.hours import timetable
from apps.conversations.turns.bookings.words import dates, selection
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.reservations.models import RequestKind, Reservation

# Nobody chooses when a show begins, and a stay has days.
_KINDS = frozenset({Reservation.Kind.TABLE, Reservation.Kind.SPA})


def narrowed(
    message: BookingMessage, bookings: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Those that "move it to 8:30" may be about: tables and treatments whose place is
    open then. All of them, where it says which, names no time, or fits none."""
    says_which = selection.names_one(bookings, text) or selection.are_all_meant(text)
    if message.kind != RequestKind.CHANGE or says_which:
        return list(bookings)
    fitting = [own for own in bookings if own.kind in _KINDS and _fits(own, text, now)]
    return fitting or list(bookings)


def _fits(booking: Reservation, text: str, now: datetime) -> bool:
    """Whether its place is open at the time, or its hours are not recorded."""
    starts_at = booking.starts_at.astimezone(now.tzinfo)
    target = dates.read(text, now, starts_at.time())
    if target.clock is None or booking.item is None:
        return target.clock is not None
    day = target.day or starts_at.date()
    at = datetime.combine(day, target.clock, now.tzinfo)
    state = timetable.state(booking.item, at)
    return state.is_open or not state.is_known
