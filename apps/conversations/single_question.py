"""Asks one question through the real graph and waits for the whole answer."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from apps.conversations import history
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.turns.question import Ask
from apps.conversations.turns.runner import Turns
from apps.infrastructure import database_threads
from apps.language import detect as languages
from apps.properties.models import Property

Told = dict[str, Any]


def conversation_of(place: Property, thread: UUID | None, channel: str) -> Conversation:
    """The thread to go on with, or a new one of this property."""
    known = history.find(thread, place.pk) if thread else None
    if known:
        return known
    return Conversation.objects.create(
        id=thread or uuid4(), property=place, channel=channel
    )


def language_of(text: str) -> str:
    """What it is taken for when nobody says it."""
    return languages.detect(text)


async def ask(
    turns: Turns,
    conversation: Conversation,
    text: str,
    at: datetime | None = None,
    language: str = "",
) -> Told:
    """The stored answer with how it came about."""
    question = Ask(
        property_id=conversation.property_id,
        thread=conversation.pk,
        client_id=uuid4(),
        text=text,
        language=language or languages.detect(text, default=conversation.language),
        channel=conversation.channel,
        at=at,
        secret_hash=conversation.secret_hash,
    )
    turn_id = await turns.take(question)
    await turns.settled()
    return await database_threads.run(_told, UUID(turn_id))


def _told(turn_id: UUID) -> Told:
    turn = Turn.objects.get(pk=turn_id)
    rows = Message.objects.filter(turn=turn, role=Message.Role.CONCIERGE)
    message = rows.first()
    return {
        "thread": str(turn.conversation_id),
        "turn": str(turn.pk),
        "status": turn.status,
        "answer": message.text if message else "",
        "route": turn.route,
        "guardrail": turn.guardrail,
        "citations": message.citations if message else [],
        "help": message.help if message else [],
        "cards": message.cards if message else [],
        "followups": message.followups if message else [],
        "nodes": turn.nodes,
        "specialist": turn.specialist,
        "provider": turn.provider,
        "first_token_ms": turn.first_token_ms,
        "duration_ms": turn.duration_ms,
    }
