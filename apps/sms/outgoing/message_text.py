"""An answer as a text message: plain words, a few segments, the rest behind a link.

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

from apps.conversations.stream.events import Event
from apps.infrastructure import patterns
from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import notices, segments

# Of a page: stress, headings, and the numbers of sources.
MARKUP = patterns.compile(r"\*\*|__|^#+ | ?\[[0-9]{1,2}\]", "m")
# Phones write these without accents too, and nobody is at a loss.
READ_WITHOUT_ACCENTS = frozenset({"es", "fr", "it", "pt"})
LINK = patterns.compile(r"\[([^\]]+)\]\((https?://[^)\s]+)\)")
SALT = "apps.sms.outgoing.whole_answers"  # of links that guests have
# 96 bits: a link has to be short, and the id in it is random too.
SIGNATURE_CHARS = 16
ID_CHARS = 22


def of(
    event: Event, place: Property, text_id: UUID, *, is_first: bool, question: str = ""
) -> str:
    """The last event of a turn as a message, whose id the link carries.

    is_first: the guest has had no answer yet, and learns who writes and how to stop.
    question: of ours, that ends the message where there is room for it: no answer is
    cut for it alone.
    Words for a guest in danger are never cut: they hold the numbers to call.
    """
    language = str(event.get("lang") or "en")
    text = segments.plain(_unformatted(str(event.get("text") or event["message"])))
    if event.get("help"):
        return text
    note = f"\n{notices.say('sms_first', place, language)}" if is_first else ""
    request = f"\n{question}" if question else ""
    for message in (text + note + request, text + note):
        for spelled in (message, _shorter(message, language)):
            if segments.count(spelled) <= settings.SMS_MAX_SEGMENTS:
                return spelled
    url = link(text_id)
    more = f" {notices.say('sms_more', place, language, url=url)}" if url else ""
    ending = more + note
    if segments.count(ending + request) < settings.SMS_MAX_SEGMENTS:
        ending += request
    text, ending = _shorter(text, language), _shorter(ending, language)
    return segments.cut(text, settings.SMS_MAX_SEGMENTS, ending)


def _shorter(text: str, language: str) -> str:
    """A segment holds twice as much of it without the accents of “según”."""
    return segments.unaccented(text) if language in READ_WITHOUT_ACCENTS else text


def _unformatted(text: str) -> str:
    """Without the marks that only a page shows."""
    return MARKUP.sub("", LINK.sub(lambda link: f"{link[1]} {link[2]}", text)).strip()


def link(text_id: UUID) -> str:
    """Empty where the site does not know its own address."""
    if not settings.SITE_URL:
        return ""
    return f"{settings.SITE_URL.rstrip('/')}{link_path(text_id)}"


def link_path(text_id: UUID) -> str:
    return reverse("whole-answer", args=[_token(text_id)])


def linked_message(token: str) -> OutboundText | None:
    """The message that a link came with, however old; None for a false link."""
    rows = OutboundText.objects.select_related("property")
    text_id = _text_id(token)
    return rows.filter(pk=text_id).first() if text_id else None


def is_link_open(message: OutboundText) -> bool:
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
