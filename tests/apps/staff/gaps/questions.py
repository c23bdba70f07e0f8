"""Questions that the records do not answer, as guests have asked them."""

from __future__ import annotations

import uuid

from django.test import Client

from apps.conversations.models import Conversation, Message, Turn
from apps.properties.models import Property

ADDRESS = "/admin/gaps/"
NOTHING = "That is not in the records."


def ask(
    place: Property, text: str, answer: str = NOTHING, kind: str = "notice"
) -> Turn:
    """A question and what it was told."""
    talk = Conversation.objects.create(property=place)
    turn = Turn.objects.create(
        conversation=talk, client_id=uuid.uuid4(), status="done", route="property_qa"
    )
    for role, message_text, message_kind in (
        ("guest", text, "answer"),
        ("concierge", answer, kind),
    ):
        Message.objects.create(
            conversation=talk,
            turn=turn,
            role=role,
            text=message_text,
            kind=message_kind,
        )
    return turn


def inbox(sam: Client) -> str:
    return " ".join(sam.get(ADDRESS).content.decode().split())


def ask_in_part(place: Property, text: str) -> Turn:
    turn = ask(place, text, "This comes nearest: Parking is free. [1]", "answer")
    turn.is_in_part = True
    turn.save()
    return turn
