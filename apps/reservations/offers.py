"""What staff may offer instead of what a guest asks for.

An offer has values of the booking, or words, or both. Its values are complete: what
staff leave out stays as the guest asks for it, so that he accepts all that he reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, time, timedelta
from typing import Any

from apps.reservations import changes
from apps.reservations.models import (
    MAX_PARTY,
    OF_BOOKING,
    Request,
    RequestKind,
    Reservation,
)

Values = dict[str, Any]
WORDS = "words"
FIELDS: Mapping[str, tuple[str, ...]] = {
    RequestKind.CHANGE: ("starts_at", "party"),
    RequestKind.LATE_CHECKOUT: ("until",),
    RequestKind.EARLY_CHECKIN: ("from",),
}
# Of an accepted offer these stay as they were asked for: they say where and for whom.
KEPT = ("what", "text", "room", "phone")
FARTHEST = timedelta(days=366)


def complete(request: Request, values: Mapping[str, Any]) -> Values:
    """The offer with what the guest asks for and staff do not change."""
    names = FIELDS.get(request.kind, ())
    if not any(name in values for name in names):
        return dict(values)
    wish = {name: request.wish[name] for name in names if name in request.wish}
    return {**wish, **values}


def accepted(request: Request) -> Values:
    """The wish of a request whose offer the guest takes."""
    unchanged = {name: request.wish[name] for name in KEPT if name in request.wish}
    return {**unchanged, **request.offer}


def expires_at(offer: Mapping[str, Any], latest: datetime) -> datetime:
    """Until when the guest may take it: before the time that it offers."""
    starts_at = changes.moment(offer.get("starts_at"))
    return min(latest, starts_at) if starts_at else latest


def problem(request: Request, offer: Mapping[str, Any], now: datetime) -> str:
    """Why it cannot be offered, for who offers it; empty where it can."""
    names = FIELDS.get(request.kind, ())
    if unknown := {*offer} - {*names, WORDS}:
        return f"“{min(unknown)}” cannot be offered for this."
    values = {name: offer[name] for name in names if name in offer}
    booking = request.reservation
    needs_booking = request.kind in OF_BOOKING
    if booking and needs_booking and booking.state != Reservation.State.BOOKED:
        return f"That booking is {booking.get_state_display().lower()}."
    if not offer:
        return "Say what you offer instead."
    if booking is None or not values:
        return ""
    faults = (CHECKS[name](value, booking, now) for name, value in values.items())
    fault = next(filter(None, faults), "")
    is_mute = not offer.get(WORDS)
    return fault or (_pointless(request, values, booking) if is_mute else "")


def _pointless(
    request: Request, values: Mapping[str, Any], booking: Reservation
) -> str:
    """For an offer without words: what is asked for, or is so already."""
    if all(_is_same(request.wish.get(name), values[name]) for name in values):
        return "That is what the guest asks for. Approve it instead."
    if request.kind != RequestKind.CHANGE:
        return ""
    moment = changes.moment(values.get("starts_at")) or booking.starts_at
    is_same_party = values.get("party", booking.party) == booking.party
    if moment == booking.starts_at and is_same_party:
        return "That is how it is booked already. Decline it instead."
    return ""


def _is_same(wish: Any, offered: Any) -> bool:
    """Moments of different offsets may be the same."""
    moment = changes.moment(offered)
    return changes.moment(wish) == moment if moment else bool(wish == offered)


def _starts_at(value: Any, booking: Reservation, now: datetime) -> str:
    moment = changes.moment(value)
    if moment is None:
        return "Give a day and a time."
    if moment <= now:
        return "That time is over."
    if moment - now > FARTHEST:
        return "That is more than a year away."
    return ""


def _party(value: Any, booking: Reservation, now: datetime) -> str:
    is_possible = type(value) is int and 1 <= value <= MAX_PARTY
    return "" if is_possible else f"Offer it for 1 to {MAX_PARTY} people."


def _until(value: Any, booking: Reservation, now: datetime) -> str:
    clock = changes.clock(value)
    if clock is None or booking.ends_at is None:
        return "Give a time."
    checkout = booking.ends_at.astimezone(booking.property.zone).time()
    return "" if clock > checkout else f"Checkout is {_in_words(checkout)} already."


def _from(value: Any, booking: Reservation, now: datetime) -> str:
    clock = changes.clock(value)
    if clock is None:
        return "Give a time."
    checkin = booking.starts_at.astimezone(booking.property.zone).time()
    return "" if clock < checkin else f"Check-in is {_in_words(checkin)} already."


def _in_words(clock: time) -> str:
    return f"{clock:%-I:%M %p}"


Check = Callable[[Any, Reservation, datetime], str]
CHECKS: Mapping[str, Check] = {
    "starts_at": _starts_at,
    "party": _party,
    "until": _until,
    "from": _from,
}
