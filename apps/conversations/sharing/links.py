"""Links to a conversation: who has one may read it, until it ends or is revoked.

A token is random and signed. The signature refuses made-up tokens without asking the
database, and tells a link that has ended from one that never was.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from apps.conversations.models import ShareLink

SALT = "apps.conversations.sharing.links"
# 96 bits, of a link that is to be short; nine of the signature's bytes are 12 letters.
RANDOM_BYTES, SIGNATURE_BYTES, SIGNATURE_CHARS = 12, 9, 12
# Of one conversation at a time; the oldest ends when one more is made.
MOST_OPEN = 10


@transaction.atomic
def make(thread_id: UUID, now: datetime) -> tuple[str, datetime]:
    """The token of a new link to what has been said until now, and when it ends."""
    random_text = secrets.token_urlsafe(RANDOM_BYTES)
    token = random_text + _signature(random_text)
    expires_at = now + timedelta(days=settings.SHARE_LINK_DAYS)
    ShareLink.objects.create(
        conversation_id=thread_id,
        token_hash=_hash(token),
        created_at=now,
        expires_at=expires_at,
    )
    usable = open_links(thread_id, now).order_by("-created_at")
    newest = list(usable.values_list("pk", flat=True)[:MOST_OPEN])
    open_links(thread_id, now).exclude(pk__in=newest).update(revoked_at=now)
    return token, expires_at


def is_ours(token: str) -> bool:
    """Whether this site has made the token, whether or not it still opens anything."""
    random_text, signature = token[:-SIGNATURE_CHARS], token[-SIGNATURE_CHARS:]
    return constant_time_compare(signature, _signature(random_text))


def find(token: str, now: datetime) -> ShareLink | None:
    """The link that opens now; None once it has ended."""
    rows = ShareLink.objects.select_related("conversation__property")
    usable = rows.filter(revoked_at=None, expires_at__gt=now)
    return usable.filter(token_hash=_hash(token)).first()


def open_links(thread_id: UUID, now: datetime) -> QuerySet[ShareLink]:
    rows = ShareLink.objects.filter(conversation=thread_id)
    return rows.filter(revoked_at=None, expires_at__gt=now)


def revoke_all(thread_id: UUID, now: datetime) -> int:
    """Ends all links of a conversation; how many that were."""
    return open_links(thread_id, now).update(revoked_at=now)


def forget_old(now: datetime) -> None:
    """Deletes the rows of links that open nothing any more."""
    is_over = Q(expires_at__lte=now) | Q(revoked_at__isnull=False)
    ShareLink.objects.filter(is_over).delete()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _signature(random_text: str) -> str:
    mac = salted_hmac(SALT, random_text, algorithm="sha256").digest()
    return urlsafe_b64encode(mac[:SIGNATURE_BYTES]).decode()
