"""Texts what staff have decided to a guest who writes text messages."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from apps.conversations.models import Conversation, Message
from apps.sms.models import OutboundText
from apps.sms.outgoing import message_text, outbox, permission


def send(message_id: int, **_: Any) -> None:
    """Within the transaction that stores the message; nothing for a guest of the page.

    It goes to the number that the conversation was answered at.
    """
    rows = Message.objects.select_related("conversation__property")
    message = rows.get(pk=message_id)
    thread = message.conversation
    if thread.channel != Conversation.Channel.SMS:
        return
    texts = OutboundText.objects.filter(conversation_id=thread.pk)
    latest = texts.exclude(to_number="").order_by("-created_at").first()
    if latest is None:
        return  # the guest has erased the conversation
    text_id = uuid4()
    event = {"text": message.text, "lang": message.language}
    draft = outbox.Draft(
        latest.to_number,
        message_text.of(event, thread.property, text_id, is_first=False),
        turn_id=message.turn_id,
        conversation_id=thread.pk,
        id=text_id,
    )
    outbox.add(
        thread.property, draft, permission.may_answer(thread.property, latest.to_number)
    )
