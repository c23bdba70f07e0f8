"""Text messages that staff begin: who writes, and how to end them, stand in each."""

from __future__ import annotations

from datetime import datetime

from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import notices, outbox, permission, segments


def words(place: Property, number: str, text: str) -> str:
    """What the guest reads, in the language that he wrote in before."""
    contact = permission.contact_of(place, number)
    language = contact.guest.language if contact else "en"
    return segments.plain(notices.say("sms_begun", place, language, words=text))


def send(place: Property, number: str, text: str, now: datetime) -> OutboundText:
    """Stored, and sent unless it has a `reason_not_sent`: no consent, or at night."""
    return outbox.begin(place, number, words(place, number, text), now)
