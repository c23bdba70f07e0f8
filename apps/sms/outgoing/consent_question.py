"""The question whether a guest wants to be remembered, at the end of an answer."""

from __future__ import annotations

from datetime import timedelta

from apps.guests.models import Guest
from apps.language import normalise
from apps.properties.models import Property
from apps.sms.models import InboundText, OutboundText
from apps.sms.outgoing import notices, segments

# A later yes answers something else.
ANSWERED_WITHIN = timedelta(days=1)
# A reply may come before the provider has told us that it sent the question.
ARRIVED = ("claimed", "sent", "delivered")


def words(answer: str, place: Property, language: str) -> str:
    """The literal question; empty after an answer that asks something itself."""
    if normalise.has_question_mark(answer):
        return ""
    return segments.plain(notices.say("sms_consent", place, language))


def in_place_of_invitation(answer: str, place: Property, language: str) -> str:
    """The answer without “What may I look up for you?”: the question of consent follows
    the thanks for what a guest tells."""
    invitation = notices.say("telling", place, language)
    return answer.replace(invitation, notices.say("telling_doubtful", place, language))


def note(message: OutboundText, guest: Guest) -> None:
    """It is asked once. A message that may not be sent has asked nothing."""
    if message.consent_question and message.status == OutboundText.Status.PENDING:
        Guest.objects.filter(pk=guest.pk).update(consent_asked_at=message.created_at)


def answered_by(row: InboundText) -> OutboundText | None:
    """The message with the question, if the guest wrote nothing before this text."""
    messages = OutboundText.objects.filter(
        property=row.property_id, to_number=row.from_number
    )
    newest = messages.order_by("-created_at").first()
    if newest is None or not newest.consent_question or newest.status not in ARRIVED:
        return None
    texts_since = InboundText.objects.filter(
        property=row.property_id,
        from_number=row.from_number,
        stored_at__gt=newest.created_at,
    )
    asked_at = newest.sent_at or newest.created_at
    is_in_time = asked_at <= row.received_at <= asked_at + ANSWERED_WITHIN
    return (
        newest if is_in_time and not texts_since.exclude(pk=row.pk).exists() else None
    )
