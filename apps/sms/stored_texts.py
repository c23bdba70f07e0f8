"""The stored text messages of guests: their export, how long they are kept, and what is
forgotten with a guest.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from apps.conversations.models import Conversation
from apps.guests import profile
from apps.guests.models import ContactPoint, Guest
from apps.properties.models import Property
from apps.sms.incoming import threads
from apps.sms.models import InboundText, OutboundText, ReceivedEvent
from apps.sms.outgoing import outbox

RECEIVED = ("from_number", "to_number", "body", "status", "received_at")
SENT = ("from_number", "to_number", "body", "status", "created_at", "sent_at")
# A replay is refused by its age long before. Texts to no property are kept as long.
KEPT = timedelta(days=30)


def of_thread(thread_id: UUID, **_: Any) -> dict[str, list[dict[str, Any]]]:
    """What came in and what went out, in both directions with its numbers."""
    received = InboundText.objects.filter(conversation_id=thread_id)
    sent = OutboundText.objects.filter(conversation_id=thread_id)
    return {
        "texts_received": list(received.order_by("received_at").values(*RECEIVED)),
        "texts_sent": list(sent.order_by("created_at").values(*SENT)),
    }


def prune(now: datetime) -> int:
    """Forgets what is old; returns how many ids of events were deleted."""
    _erase_strays(
        InboundText.objects.filter(property=None, stored_at__lt=now - KEPT),
        OutboundText.objects.none(),
    )
    _end_threads(now)
    rows = ReceivedEvent.objects.filter(received_at__lt=now - KEPT)
    return rows.delete()[0]


def keep(place: Property, now: datetime, **_: Any) -> dict[str, int]:
    """Erases texts of no conversation that the property no longer keeps."""
    oldest = now - timedelta(days=place.keep_texts_days)
    count = _erase_strays(
        InboundText.objects.filter(property=place, stored_at__lt=oldest),
        OutboundText.objects.filter(property=place, created_at__lt=oldest),
    )
    return {"texts": count}


def erase(conversation_id: UUID, **_: Any) -> None:
    """Erases the words of a thread that its guest erased, and the numbers with them.

    With a guest's last thread go the texts of none. That a message was sent, and when,
    still counts.
    """
    _erase_inbound(InboundText.objects.filter(conversation_id=conversation_id))
    outbox.erase(OutboundText.objects.filter(conversation_id=conversation_id))
    thread = Conversation.objects.filter(pk=conversation_id).first()
    if thread is None or thread.guest is None:
        return
    if thread.guest.conversations.exclude(pk=conversation_id).exists():
        return
    contacts = ContactPoint.objects.filter(guest=thread.guest)
    numbers = contacts.values_list("value", flat=True)
    place = thread.property_id
    _erase_strays(
        InboundText.objects.filter(property=place, from_number__in=numbers),
        OutboundText.objects.filter(property=place, to_number__in=numbers),
    )


def _erase_strays(
    inbound: QuerySet[InboundText], outbound: QuerySet[OutboundText]
) -> int:
    """Those that belong to no conversation, and wait for nothing; how many."""
    waiting = (InboundText.Status.WAITING, InboundText.Status.ANSWERING)
    strays = inbound.filter(conversation_id=None).exclude(from_number="", body="")
    count = _erase_inbound(strays.exclude(status__in=waiting))
    unsent = (OutboundText.Status.PENDING, OutboundText.Status.CLAIMED)
    answers = outbound.filter(conversation_id=None).exclude(to_number="", body="")
    return count + outbox.erase(answers.exclude(status__in=unsent))


def _erase_inbound(texts: QuerySet[InboundText]) -> int:
    return texts.update(body="", from_number="", contact=None, conversation_id=None)


def _end_threads(now: datetime) -> None:
    """Who is not remembered and texts no more is forgotten as if he had."""
    latest = Conversation.objects.filter(last_message_at__gt=now - threads.IDLE)
    guests = Guest.objects.filter(
        is_remembered=False,
        contact_points__kind=ContactPoint.Kind.SMS,
        facts__isnull=False,
    )
    for guest in guests.exclude(conversations__in=latest).distinct():
        profile.forget_everything(guest)
