"""The fixed sentences of this door; their texts are in the registry of replies."""

from __future__ import annotations

from apps.conversations.turns.chat_session import ChatSession
from apps.properties.models import Property


def say(reply: str, place: Property, language: str, **values: object) -> str:
    notice = ChatSession(place, language).notice(reply, **values)
    return str(notice["message"])
