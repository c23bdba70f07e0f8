"""Links to the page with a conversation whose answer was too long to text.

The link is signed, so nobody can make one up, and opens for some days only.
"""

from __future__ import annotations

import base64
import binascii
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from apps.sms.models import OutboundText

SALT = "apps.sms.outgoing.whole_answers"
# 96 bits: a link has to be short, and the id in it is random too.
SIGNATURE_CHARS = 16
ID_CHARS = 22


def url(text_id: UUID) -> str:
    """Empty where the site does not know its own address."""
    if not settings.SITE_URL:
        return ""
    return f"{settings.SITE_URL.rstrip('/')}{path(text_id)}"


def path(text_id: UUID) -> str:
    return reverse("whole-answer", args=[_token(text_id)])


def message_of(token: str) -> OutboundText | None:
    """The message that a link came with, however old; None for a false link."""
    rows = OutboundText.objects.select_related("property")
    text_id = _text_id(token)
    return rows.filter(pk=text_id).first() if text_id else None


def is_open(message: OutboundText) -> bool:
    """Whether the link still opens: for some days, and until the guest erases it."""
    since = timezone.now() - timedelta(days=settings.SMS_LINK_DAYS)
    return bool(message.conversation_id) and message.created_at > since


def _token(text_id: UUID) -> str:
    return f"{_encoded(text_id.bytes)}{_signature(text_id)}"


def _text_id(token: str) -> UUID | None:
    try:
        raw = base64.urlsafe_b64decode(token[:ID_CHARS] + "==")
        text_id = UUID(bytes=raw)
    except (ValueError, binascii.Error):
        return None
    is_ours = constant_time_compare(token[ID_CHARS:], _signature(text_id))
    return text_id if is_ours else None


def _signature(text_id: UUID) -> str:
    digest = salted_hmac(SALT, str(text_id), algorithm="sha256").digest()
    return _encoded(digest)[:SIGNATURE_CHARS]


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
