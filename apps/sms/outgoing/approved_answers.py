"""Texts an answer that staff have approved: its guest does not look at a page."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from apps.conversations.models import Conversation, Message
from apps.sms.models import OutboundText
from apps.sms.outgoing import message_text, outbox, permission


def send(message_id: int, **_: Any) -> None:
    """To the number that was told to wait; nothing for a guest of the page."""
    rows = Message.objects.select_related("conversation__property")
    message = rows.get(pk=message_id)
    if message.conversation.channel != Conversation.Channel.SMS:
        return
    notice = OutboundText.objects.filter(turn_id=message.turn_id).first()
    if notice is None or not notice.to_number:
        return  # the guest has erased the conversation
    place, text_id = message.conversation.property, uuid4()
    event = {"text": message.text, "lang": message.language, "help": message.help}
    draft = outbox.Draft(
        notice.to_number,
        message_text.of(event, place, text_id, is_first=False),
        turn_id=message.turn_id,
        conversation_id=message.conversation_id,
        id=text_id,
    )
    outbox.add(place, draft, permission.may_answer(place, notice.to_number))
