"""Who the guest of a thread is: tries of a code and a name, or of a link that was sent,
and what they open.

A code that does not exist, one of another property and one of another name are all
answered alike, after the same work. Each failed try makes the next one wait longer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from apps.conversations.models import BookingAccess
from apps.conversations.turns.bookings.identity import codes, links, tries
from apps.conversations.turns.bookings.identity.codes import Credentials
from apps.reservations import erasure
from apps.reservations.models import Reservation

MOST_PAUSE_SECONDS = 16.0


class Outcome(Enum):
    """LOCKED: too many tries; LOCKS: this try was the last one; CROWDED: too many by
    others at the address."""

    PROVED = "proved"
    WRONG = "wrong"
    LOCKS = "locks"
    LOCKED = "locked"
    CROWDED = "crowded"


@dataclass(frozen=True)
class Caller:
    """Who tries a code. address: its hash, guest: of his key; empty if unknown."""

    property_id: int
    thread_id: UUID
    address: str = ""
    guest: str = ""

    @property
    def limits(self) -> dict[str, tries.Limit]:
        """By the key under which tries are counted."""
        return {**self.own_limits, **self._shared_limit("address")}

    @property
    def own_limits(self) -> dict[str, tries.Limit]:
        """Those that others at the address cannot reach."""
        own = {"thread": str(self.thread_id), "guest": self.guest}
        limit = tries.Limit(settings.BOOKING_CODE_TRIES)
        return {_key(kind, value): limit for kind, value in own.items() if value}

    def link_limits(self, contact: str) -> dict[str, tries.Limit]:
        """The same of links that are sent."""
        own = {"thread": str(self.thread_id), "guest": self.guest, "to": contact}
        limit = tries.Limit(settings.BOOKING_LINKS)
        limits = {
            _key(f"link to {kind}", value): limit
            for kind, value in own.items()
            if value
        }
        return {**limits, **self._shared_limit("link to address")}

    def _shared_limit(self, kind: str) -> dict[str, tries.Limit]:
        limit = tries.Limit(settings.BOOKING_CODE_TRIES_ADDRESS, is_shared=True)
        return {_key(kind, self.address): limit} if self.address else {}


def pause_seconds(caller: Caller) -> float:
    """How long the next try waits; 0 for the first one, and where all is locked."""
    limits = caller.limits
    rows = tries.rows_of(limits)
    if tries.is_over(rows, limits):
        return 0.0
    counts = {row.key: row.count for row in rows}
    # A hotel's guests share an address: only the last tries before its lock count.
    shared = _key("address", caller.address)
    free = settings.BOOKING_CODE_TRIES_ADDRESS - settings.BOOKING_CODE_TRIES
    counts[shared] = counts.get(shared, 0) - free
    most = max(counts.values())
    pause = settings.BOOKING_CODE_PAUSE_SECONDS * 2 ** (most - 1) if most > 0 else 0.0
    return min(pause, MOST_PAUSE_SECONDS)


def prove(caller: Caller, credentials: Credentials, now: datetime) -> Outcome:
    """Tries a code and a name; those that fit open the bookings to the thread."""
    return _try(caller, partial(_find, caller.property_id, credentials), now)


def prove_by_link(caller: Caller, code: str, now: datetime) -> Outcome:
    """Tries the code of a link that was sent; it is counted with the others.

    It opens this thread alone, so tries of others at the address lock nobody out.
    """
    find = partial(links.bookings_of_code, caller.thread_id, code, now)
    return _try(replace(caller, address=""), find, now)


@transaction.atomic
def open_link(thread_id: UUID, token: str, now: datetime) -> bool:
    """Whether the link was sent for this thread, whose guest has its secret."""
    bookings = links.bookings_of_token(thread_id, token, now)
    if bookings:
        _bind(thread_id, bookings, now)
    return bool(bookings)


@transaction.atomic
def ask_for_link(caller: Caller, contact: str, now: datetime) -> bool:
    """Has a link sent, if a booking has that address; False after too many of them."""
    limits = caller.link_limits(contact)
    rows = tries.locked_rows(limits)
    if tries.is_over(tries.locked_rows(caller.own_limits), caller.own_limits):
        return False
    if tries.is_over(rows, limits):
        return False
    tries.count(rows, limits)
    links.note(caller.thread_id, contact, now)
    return True


@transaction.atomic
def _try(
    caller: Caller, find: Callable[[], Sequence[Reservation]], now: datetime
) -> Outcome:
    limits = caller.limits
    rows = tries.locked_rows(limits)
    if tries.is_over(rows, limits):
        is_own = tries.is_over(rows, caller.own_limits)
        return Outcome.LOCKED if is_own else Outcome.CROWDED
    if bookings := find():
        _bind(caller.thread_id, bookings, now)
        return Outcome.PROVED
    tries.count(rows, limits)
    return Outcome.LOCKS if tries.is_over(rows, limits) else Outcome.WRONG


def booking_ids(thread_id: UUID, now: datetime) -> list[int]:
    """Of all bookings that the thread may show; empty where nobody has proved any.

    They are those that were proved, and the others of the same guest.
    """
    access = BookingAccess.objects.filter(conversation=thread_id, expires_at__gt=now)
    proved = Reservation.objects.filter(
        pk__in=access.values("reservations"), property__conversations=thread_id
    )
    guests = proved.exclude(guest=None).values("guest")
    own = Q(pk__in=proved.values("pk")) | Q(
        guest__in=guests, property__conversations=thread_id
    )
    return list(Reservation.objects.filter(own).values_list("pk", flat=True))


def _find(property_id: int, credentials: Credentials) -> list[Reservation]:
    """The booking of this code, where the message holds its family name as well."""
    spellings = codes.spellings(credentials.code)
    rows = Reservation.objects.filter(property=property_id, code__in=spellings)
    booking = rows.first()
    stored = booking.family_name if booking else "nobody has this name"
    name = codes.name_in(stored)
    is_own = f" {name} " in f" {credentials.name} "
    return [booking] if booking and is_own else []


def _bind(thread_id: UUID, bookings: Sequence[Reservation], now: datetime) -> None:
    """Adds them; those of other names leave, with all that was asked in the thread: a
    device may change hands."""
    minutes = timedelta(minutes=settings.BOOKING_ACCESS_MINUTES)
    access, is_new = BookingAccess.objects.update_or_create(
        conversation_id=thread_id, defaults={"expires_at": now + minutes}
    )
    same_name = Q()
    for booking in bookings:
        same_name |= Q(family_name__iexact=booking.family_name)
    bookings_of_others = [] if is_new else list(access.reservations.exclude(same_name))
    access.reservations.remove(*bookings_of_others)
    access.reservations.add(*bookings)
    # A guest may have bookings under several names.
    if not {own.pk for own in bookings_of_others}.issubset(booking_ids(thread_id, now)):
        erasure.leave_thread(thread_id)


def _key(kind: str, value: str) -> str:
    secret = settings.SECRET_KEY.encode()[:64]
    text = f"{kind}:{value}".encode()
    return hashlib.blake2b(text, key=secret, digest_size=32).hexdigest()
