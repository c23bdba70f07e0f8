"""The secret that opens a conversation beside its id, which staff, logs and traces see.

Only its SHA-256 is stored. A secret of 256 random bits cannot be searched for, so the
hash needs neither a salt nor to be slow, as that of a password does.
"""

from __future__ import annotations

import hashlib
import secrets
from uuid import UUID

from django.utils.crypto import constant_time_compare

from apps.conversations.models import Conversation
from apps.infrastructure import patterns

RANDOM_BYTES = 32
# A client may bring the secret of a thread that it names itself; not a short one.
SHAPE = patterns.compile(r"[A-Za-z0-9_-]{32,128}")
# Threads of one socket whose secrets need not be sent again.
MAX_HELD = 32


def digest(secret: str) -> str:
    """What is stored of a secret. No secret has the empty digest of older rows."""
    return hashlib.sha256(secret.encode()).hexdigest()


def opens(thread: UUID, property_id: int, secret: str) -> bool:
    """Whether this is the secret of the thread; False too when there is no thread."""
    rows = Conversation.objects.filter(pk=thread, property_id=property_id)
    stored = rows.values_list("secret_hash", flat=True).first()
    return constant_time_compare(stored or "", digest(secret))


class Held:
    """Secrets of the threads that one guest has begun or opened over a connection."""

    def __init__(self) -> None:
        self._secrets: dict[UUID, str] = {}

    def get(self, thread: UUID) -> str:
        """The secret held, or an empty text."""
        return self._secrets.get(thread, "")

    def of(self, thread: UUID, given: str = "") -> str:
        """The secret to try: the one given, else the one held, else a new one.

        A new one opens no thread that exists, and becomes that of one that does not.
        """
        held = self._secrets.pop(thread, "")
        secret = given if SHAPE.fullmatch(given) else held
        self._secrets[thread] = secret or secrets.token_urlsafe(RANDOM_BYTES)
        while len(self._secrets) > MAX_HELD:
            self._secrets.pop(next(iter(self._secrets)))
        return self._secrets[thread]
