"""The key by which a guest's page knows him again: `<id>.<secret>`.

Only the SHA-256 of the secret is stored, as with that of a conversation; the key is
given to one page, when its guest agrees to be remembered.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from uuid import UUID

from django.utils.crypto import constant_time_compare

from apps.guests.models import Guest
from apps.infrastructure import patterns

RANDOM_BYTES = 32
_SHAPE = patterns.compile(r"(?P<guest>[0-9a-f]{32})\.(?P<secret>[A-Za-z0-9_-]{43})")


@dataclass(frozen=True)
class GuestKey:
    """A key that a page has sent: whom it names, and the hash of its secret."""

    guest_id: UUID | None = None
    guest_secret_hash: str = field(default="", repr=False)


NO_KEY = GuestKey()


def parse(key: str) -> GuestKey:
    """`NO_KEY` for a text that is none."""
    match = _SHAPE.fullmatch(key)
    return GuestKey(UUID(match["guest"]), _digest(match["secret"])) if match else NO_KEY


def issue(guest: Guest) -> str:
    """A new key of a guest who agreed; an earlier one no longer opens anything."""
    secret = secrets.token_urlsafe(RANDOM_BYTES)
    guest.secret_hash = _digest(secret)
    guest.save(update_fields=["secret_hash"])
    return f"{guest.pk.hex}.{secret}"


def revoke(guest: Guest) -> None:
    guest.secret_hash = ""
    guest.save(update_fields=["secret_hash"])


def owner(property_id: int, key: str) -> Guest | None:
    """The remembered guest of this property whose key it is."""
    parsed = parse(key)
    rows = Guest.objects.filter(property_id=property_id, is_remembered=True)
    guest = rows.filter(pk=parsed.guest_id).first() if parsed.guest_id else None
    stored = guest.secret_hash if guest else ""
    is_own = constant_time_compare(stored, parsed.guest_secret_hash)
    return guest if is_own and stored else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
