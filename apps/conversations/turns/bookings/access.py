"""Who the guest of a thread is: tries of a code and a name, and what they open.

A code that does not exist, one of another property and one of another name are all
answered alike, after the same work. Each failed try makes the next one wait longer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from apps.conversations.models import BookingAccess, CodeTries
from apps.conversations.turns.bookings import codes
from apps.conversations.turns.bookings.codes import Credentials
from apps.language import normalise
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


def pause_seconds(caller: Caller) -> float:
    """How long the next try waits; 0 for the first one, and where all is locked."""
    rows = CodeTries.objects.filter(key__in=caller.limits, last_at__gt=_since())
    counts = dict(rows.values_list("key", "count"))
    if any(count >= caller.limits[key] for key, count in counts.items()):
        return 0.0
    # Others may share the address: only what one guest could not have tried counts.
    shared = _key("address", caller.address)
    counts[shared] = counts.get(shared, 0) - settings.BOOKING_CODE_TRIES
    most = max(counts.values())
    pause = settings.BOOKING_CODE_PAUSE_SECONDS * 2 ** (most - 1) if most > 0 else 0.0
    return min(pause, MOST_PAUSE_SECONDS)


@transaction.atomic
def prove(caller: Caller, credentials: Credentials, now: datetime) -> Outcome:
    """Tries a code and a name; those that fit open the bookings to the thread."""
    tries = _locked_rows(caller)
    if any(row.count >= caller.limits[row.key] for row in tries):
        return Outcome.LOCKED
    booking = _find(caller.property_id, credentials)
    if booking is not None:
        _bind(caller.thread_id, booking, now)
        return Outcome.PROVED
    for row in tries:
        row.count, row.last_at = row.count + 1, timezone.now()
    CodeTries.objects.bulk_update(tries, ["count", "last_at"])
    is_last = any(row.count >= caller.limits[row.key] for row in tries)
    return Outcome.LOCKS if is_last else Outcome.WRONG


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


def _locked_rows(caller: Caller) -> Sequence[CodeTries]:
    """The counts of the caller, which nobody else changes meanwhile."""
    moment = timezone.now()
    new = [CodeTries(key=key, last_at=moment) for key in sorted(caller.limits)]
    CodeTries.objects.bulk_create(new, ignore_conflicts=True)
    rows = CodeTries.objects.filter(key__in=caller.limits).order_by("key")
    tries = list(rows.select_for_update())
    for row in tries:
        row.count = row.count if row.last_at > _since() else 0
    return tries


def _since() -> datetime:
    return timezone.now() - timedelta(minutes=settings.BOOKING_CODE_LOCK_MINUTES)


def _find(property_id: int, credentials: Credentials) -> Reservation | None:
    """The booking of this code, where the message holds its family name as well."""
    spellings = codes.spellings(credentials.code)
    rows = Reservation.objects.filter(property=property_id, code__in=spellings)
    booking = rows.first()
    stored = booking.family_name if booking else "nobody has this name"
    name = normalise.words(stored).replace(".", "").strip()
    is_own = f" {name} " in f" {credentials.name} "
    return booking if is_own else None


def _bind(thread_id: UUID, booking: Reservation, now: datetime) -> None:
    """Adds the booking; those of another name leave: a device may change hands."""
    minutes = timedelta(minutes=settings.BOOKING_ACCESS_MINUTES)
    access, is_new = BookingAccess.objects.update_or_create(
        conversation_id=thread_id, defaults={"expires_at": now + minutes}
    )
    of_other_names = access.reservations.exclude(
        family_name__iexact=booking.family_name
    )
    if not is_new:
        access.reservations.remove(*of_other_names)
    access.reservations.add(booking)


def _key(kind: str, value: str) -> str:
    secret = settings.SECRET_KEY.encode()[:64]
    text = f"{kind}:{value}".encode()
    return hashlib.blake2b(text, key=secret, digest_size=32).hexdigest()
