"""The secret that opens a conversation; its id is seen by staff, logs and traces.

Only its SHA-256 is stored. Nobody can guess 256 random bits, so the hash needs no salt
and need not be slow, unlike that of a password. The site signs the secrets that it
makes: only they name a guest to the rate limits, for anybody can make up others.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from uuid import UUID

from django.utils.crypto import constant_time_compare, salted_hmac

from apps.conversations.models import Conversation
from apps.infrastructure import patterns

RANDOM_BYTES = 32
SIGNATURE_BYTES = 15  # 20 characters, without padding
SIGNATURE_CHARS = 20
# A client may choose the secret of a thread that it names itself, but not a short one.
SHAPE = patterns.compile(r"[A-Za-z0-9_-]{32,128}")
# Threads of one connection whose secrets need not be sent again.
MAX_STORED = 32


def digest(secret: str) -> str:
    """The stored hash of a secret; never empty, as that of older rows is."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new() -> str:
    """A random secret with the site's signature."""
    random_text = secrets.token_urlsafe(RANDOM_BYTES)
    return random_text + _signature(random_text)


def guest(secret: str) -> str:
    """Names the holder to the rate limits; empty for a secret that is not the site's.

    A secret from before there were signatures opens its thread, but names nobody.
    """
    if not SHAPE.fullmatch(secret):
        return ""
    random_text, signature = secret[:-SIGNATURE_CHARS], secret[-SIGNATURE_CHARS:]
    is_ours = constant_time_compare(signature, _signature(random_text))
    return digest(secret) if is_ours else ""


def _signature(random_text: str) -> str:
    mac = salted_hmac("thread secret", random_text, algorithm="sha256").digest()
    return urlsafe_b64encode(mac[:SIGNATURE_BYTES]).decode()


def opens(thread: UUID, property_id: int, secret: str) -> bool:
    """Whether this is the secret of the thread; False too when there is no thread."""
    return _opened(thread, property_id, secret) is not None


def language_of(thread: UUID, property_id: int, secret: str) -> str:
    """What the guest wrote last; empty when the secret does not open the thread."""
    conversation = _opened(thread, property_id, secret)
    return conversation.language if conversation else ""


def _opened(thread: UUID, property_id: int, secret: str) -> Conversation | None:
    rows = Conversation.objects.filter(pk=thread, property_id=property_id)
    stored = rows.only("secret_hash", "language").first()
    secret_hash = stored.secret_hash if stored else ""
    return stored if constant_time_compare(secret_hash, digest(secret)) else None


class SecretStore:
    """Secrets of the threads that one guest has begun or opened over a connection."""

    def __init__(self) -> None:
        self._secrets: dict[UUID, str] = {}

    def get(self, thread: UUID) -> str:
        """The stored secret, or an empty text."""
        return self._secrets.get(thread, "")

    def of(self, thread: UUID, new_secret: str = "") -> str:
        """The secret to try: the guest's, else the stored one, else a random one.

        A random secret opens no thread that exists; it becomes the secret of a new one.
        """
        stored = self._secrets.pop(thread, "")
        secret = new_secret if SHAPE.fullmatch(new_secret) else stored
        self._secrets[thread] = secret or new()
        while len(self._secrets) > MAX_STORED:
            self._secrets.pop(next(iter(self._secrets)))
        return self._secrets[thread]
