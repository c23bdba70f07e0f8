"""The text messages of a conversation, for its guest."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from apps.sms.models import InboundText, OutboundText

RECEIVED = ("from_number", "to_number", "body", "status", "received_at")
SENT = ("from_number", "to_number", "body", "status", "created_at", "sent_at")


def of_thread(thread_id: UUID, **_: Any) -> dict[str, list[dict[str, Any]]]:
    """What came in and what went out, in both directions with its numbers."""
    received = InboundText.objects.filter(conversation_id=thread_id)
    sent = OutboundText.objects.filter(conversation_id=thread_id)
    return {
        "texts_received": list(received.order_by("received_at").values(*RECEIVED)),
        "texts_sent": list(sent.order_by("created_at").values(*SENT)),
    }
