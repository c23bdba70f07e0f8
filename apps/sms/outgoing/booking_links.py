"""Texts a guest the link to his bookings that he has asked for."""

from __future__ import annotations

from typing import Any

from apps.conversations.models import Conversation
from apps.properties.models import Property
from apps.sms.outgoing import outbox, permission


def send(place: Property, to: str, body: str, thread: Conversation, **_: Any) -> None:
    """Nothing to a number that has stopped all texts.

    The text goes when the guest erases the conversation on the page. That of a guest
    who writes texts is answered at another number, and this one is no part of it.
    """
    is_of_page = thread.channel != Conversation.Channel.SMS
    draft = outbox.Draft(to, body, conversation_id=thread.pk if is_of_page else None)
    outbox.add(place, draft, permission.may_answer(place, to))
