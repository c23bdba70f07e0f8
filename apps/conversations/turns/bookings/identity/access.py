"""Who the guest of a thread is: tries of a code and a name, or of a link that was sent,
and what they open.

A code that does not exist, one of another property and one of another name are all
answered alike, after the same work. Each failed try makes the next one wait longer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from apps.conversations.models import BookingAccess, CodeTries
from apps.conversations.turns.bookings.identity import codes, links
from apps.conversations.turns.bookings.identity.codes import Credentials
from apps.reservations.models import Reservation

MOST_PAUSE_SECONDS = 16.0


class Outcome(Enum):
    """LOCKED: too many tries; LOCKS: this try was the last one."""

    PROVED = "proved"
    WRONG = "wrong"
    LOCKS = "locks"
    LOCKED = "locked"


@dataclass(frozen=True)
class Caller:
    """Who tries a code. address: its hash, guest: of his key; empty if unknown."""

    property_id: int
    thread_id: UUID
    address: str = ""
    guest: str = ""

    @property
    def limits(self) -> dict[str, int]:
        """Allowed tries, by the key under which they are counted."""
        limits = {_key("thread", str(self.thread_id)): settings.BOOKING_CODE_TRIES}
        if self.guest:
            limits[_key("guest", self.guest)] = settings.BOOKING_CODE_TRIES
        if self.address:
            address = _key("address", self.address)
            limits[address] = settings.BOOKING_CODE_TRIES_ADDRESS
        return limits

    def link_limits(self, contact: str) -> dict[str, int]:
        """Allowed links, by the key under which they are counted."""
        own = {"thread": str(self.thread_id), "guest": self.guest, "to": contact}
        limits = {
            _key(f"link to {kind}", value): settings.BOOKING_LINKS
            for kind, value in own.items()
            if value
        }
        if self.address:
            address = _key("link to address", self.address)
            limits[address] = settings.BOOKING_CODE_TRIES_ADDRESS
        return limits


def pause_seconds(caller: Caller) -> float:
    """How long the next try waits; 0 for the first one, and where all is locked."""
    rows = CodeTries.objects.filter(key__in=caller.limits, last_at__gt=_since())
    counts = dict(rows.values_list("key", "count"))
    if any(count >= caller.limits[key] for key, count in counts.items()):
        return 0.0
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
    """Tries the code of a link that was sent; it is counted with the others."""
    find = partial(links.bookings_of_code, caller.thread_id, code, now)
    return _try(caller, find, now)


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
    tries = _locked_rows(caller.link_limits(contact))
    if _is_over(_locked_rows(caller.limits), caller.limits):
        return False
    if _is_over(tries, caller.link_limits(contact)):
        return False
    _count(tries)
    links.note(caller.thread_id, contact, now)
    return True


@transaction.atomic
def _try(
    caller: Caller, find: Callable[[], Sequence[Reservation]], now: datetime
) -> Outcome:
    tries = _locked_rows(caller.limits)
    if _is_over(tries, caller.limits):
        return Outcome.LOCKED
    if bookings := find():
        _bind(caller.thread_id, bookings, now)
        return Outcome.PROVED
    _count(tries)
    return Outcome.LOCKS if _is_over(tries, caller.limits) else Outcome.WRONG


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


def forget_old() -> int:
    """Deletes tries that count no longer."""
    count, _ = CodeTries.objects.filter(last_at__lte=_since()).delete()
    return count


def _locked_rows(limits: Mapping[str, int]) -> Sequence[CodeTries]:
    """The counts under these keys, which nobody else changes meanwhile."""
    moment = timezone.now()
    new = [CodeTries(key=key, last_at=moment) for key in sorted(limits)]
    CodeTries.objects.bulk_create(new, ignore_conflicts=True)
    rows = CodeTries.objects.filter(key__in=limits).order_by("key")
    tries = list(rows.select_for_update())
    for row in tries:
        row.count = row.count if row.last_at > _since() else 0
    return tries


def _is_over(tries: Sequence[CodeTries], limits: Mapping[str, int]) -> bool:
    return any(row.count >= limits[row.key] for row in tries)


def _count(tries: Sequence[CodeTries]) -> None:
    for row in tries:
        row.count, row.last_at = row.count + 1, timezone.now()
    CodeTries.objects.bulk_update(tries, ["count", "last_at"])


def _since() -> datetime:
    return timezone.now() - timedelta(minutes=settings.BOOKING_CODE_LOCK_MINUTES)


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
    """Adds them; those of other names leave: a device may change hands."""
    minutes = timedelta(minutes=settings.BOOKING_ACCESS_MINUTES)
    access, is_new = BookingAccess.objects.update_or_create(
        conversation_id=thread_id, defaults={"expires_at": now + minutes}
    )
    if not is_new:
        same_name = Q()
        for booking in bookings:
            same_name |= Q(family_name__iexact=booking.family_name)
        access.reservations.remove(*access.reservations.exclude(same_name))
    access.reservations.add(*bookings)


def _key(kind: str, value: str) -> str:
    secret = settings.SECRET_KEY.encode()[:64]
    text = f"{kind}:{value}".encode()
    return hashlib.blake2b(text, key=secret, digest_size=32).hexdigest()
