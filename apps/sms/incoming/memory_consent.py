"""The question whether a guest wants to be remembered, at the end of an answer, and
what the guest answers.
"""

from __future__ import annotations

from datetime import timedelta

from apps.conversations.turns.memory import memory_requests
from apps.guests import consents
from apps.guests.models import Consent, Guest
from apps.language import normalise
from apps.properties.models import Property
from apps.sms.incoming import keywords
from apps.sms.models import InboundText, OutboundText
from apps.sms.outgoing import notices, outbox, permission, segments

# A later yes answers something else.
ANSWERED_WITHIN = timedelta(days=1)
# A reply may come before the provider has told us that it sent the question.
ARRIVED = ("claimed", "sent", "delivered")
MOST_SOURCE_CHARS = 60
# A yes and a no within this time came together, or the guest has thought again.
TOGETHER = timedelta(minutes=1)


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


def obey(row: InboundText, place: Property) -> bool:
    """Whether the text is a yes or a no to that question; it is in the ledger then.

    Of a yes and a no that come together, the no counts, whichever was first.
    """
    is_given = keywords.yes_or_no(row.body)
    if is_given is None or row.contact is None:
        return False
    # Of two texts at the same moment, the second waits until the first is obeyed.
    Guest.objects.select_for_update().get(pk=row.contact.guest_id)
    question = answered_by(row)
    if question is None and not is_given:
        question = _agreed_to_just_now(row)
    if question is None:
        return False
    guest = row.contact.guest
    _record(guest, row, question.consent_question, is_given=is_given)
    row.status = InboundText.Status.OBEYED
    row.reason = "remember: yes" if is_given else "remember: no"
    row.conversation_id = question.conversation_id
    row.save(update_fields=["status", "reason", "conversation_id"])
    reply = "sms_consent_given" if is_given else "sms_consent_declined"
    draft = outbox.Draft(
        row.from_number,
        notices.say(reply, place, guest.language),
        conversation_id=question.conversation_id,
    )
    outbox.add(place, draft, permission.may_answer(place, row.from_number))
    return True


def _agreed_to_just_now(row: InboundText) -> OutboundText | None:
    """The question that another text of this moment has said yes to."""
    if row.property is None:
        return None
    entries = consents.history(row.property, row.from_number)
    newest = entries.filter(scope=Consent.Scope.MEMORY).first()
    if newest is None or not newest.is_given:
        return None
    if abs(row.received_at - newest.said_at) > TOGETHER:
        return None
    questions = OutboundText.objects.filter(
        property=row.property, to_number=row.from_number
    )
    same = questions.filter(consent_question=newest.text_shown)
    return same.order_by("-created_at").first()


def end(row: InboundText, language: str) -> str:
    """What is said beside “I have forgotten this”; empty where it ends no consent.

    By text there is no switch, so whoever wants everything forgotten takes the consent
    to be remembered back as well.
    """
    if row.contact is None or not memory_requests.asks_to_forget_all(row.body):
        return ""
    guest = Guest.objects.select_related("property").get(pk=row.contact.guest_id)
    # Who has only named one of his facts keeps the others, and the consent.
    has_facts = guest.facts.filter(superseded_at=None).exists()
    if not guest.is_remembered or has_facts:
        return ""
    _record(guest, row, row.body, is_given=False)
    return notices.say("sms_consent_ended", guest.property, language)


def _record(guest: Guest, row: InboundText, text_shown: str, *, is_given: bool) -> None:
    consents.record(
        guest.property,
        row.from_number,
        Consent.Scope.MEMORY,
        is_given=is_given,
        channel="sms",
        source=f"text message: {row.body}"[:MOST_SOURCE_CHARS],
        text_shown=text_shown,
        said_at=row.received_at,
        guest=guest,
    )
