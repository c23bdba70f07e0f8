"""How long the door keeps what it was told, and what it forgets with a guest."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from apps.sms.models import InboundText, ReceivedEvent
from apps.sms.outgoing import outbox

# A replay is refused by its age long before.
EVENTS_KEPT = timedelta(days=30)


def prune(now: datetime) -> int:
    """Deletes old ids of events; returns how many."""
    rows = ReceivedEvent.objects.filter(received_at__lt=now - EVENTS_KEPT)
    return rows.delete()[0]


def erase(conversation_id: UUID, **_: Any) -> None:
    """Erases the words of a thread that its guest erased, and the numbers with them.

    That a message was sent, and when, still counts.
    """
    InboundText.objects.filter(conversation_id=conversation_id).update(
        body="", from_number="", contact=None, conversation_id=None
    )
    outbox.erase(conversation_id)
