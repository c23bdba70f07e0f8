"""Texts that follow what happens elsewhere: an approval, a decision, a link."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from apps.conversations.models import Conversation, Message
from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import message_text, outbox, permission


def send_approved_answer(message_id: int, **_: Any) -> None:
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


def send_booking_link(
    place: Property, to: str, body: str, thread: Conversation, **_: Any
) -> None:
    """Nothing to a number that has stopped all texts.

    The text goes when the guest erases the conversation on the page. That of a guest
    who writes texts is answered at another number, and this one is no part of it.
    """
    is_of_page = thread.channel != Conversation.Channel.SMS
    draft = outbox.Draft(to, body, conversation_id=thread.pk if is_of_page else None)
    outbox.add(place, draft, permission.may_answer(place, to))


def send_request_news(message_id: int, **_: Any) -> None:
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
