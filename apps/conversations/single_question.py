"""Asks one question through the real graph and waits for the whole answer."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from apps.conversations import history
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.turns import question_language
from apps.conversations.turns.active_turn import ActiveTurn, TurnRequest
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.knowledge.search import cards
from apps.language import detect as languages
from apps.properties.models import Property

TurnResult = dict[str, Any]
# Of the passages a speaker was handed, those that a result lists.
MAX_PASSAGES = 8


def conversation_of(
    place: Property,
    thread_id: UUID | None,
    channel: str,
    *,
    is_from_guest: bool = True,
) -> Conversation:
    """The thread to go on with, or a new one of this property.

    is_from_guest: whether a new one counts in the totals and raises alerts.
    """
    stored = history.find(thread_id, place.pk) if thread_id else None
    return stored or Conversation.objects.create(
        id=thread_id or uuid4(),
        property=place,
        channel=channel,
        is_from_guest=is_from_guest,
    )


def language_of(text: str) -> str:
    """The language that the text seems to be written in."""
    return languages.detect(text)


async def ask(
    runner: TurnRunner,
    conversation: Conversation,
    text: str,
    asked_for: datetime | None = None,
    language: str = "",
) -> TurnResult:
    """The stored answer, how it came about, and the passages it was made from.

    asked_for: the moment to answer for.
    """
    request = TurnRequest(
        property_id=conversation.property_id,
        thread_id=conversation.pk,
        client_id=uuid4(),
        text=text,
        language=language or await question_language.of(text, conversation.language),
        channel=conversation.channel,
        asked_for=asked_for,
        secret_hash=conversation.secret_hash,
    )
    turn_id = await runner.take(request)
    turn = runner.running_turn(turn_id)
    await runner.settled()
    result = await database_threads.run(_result, UUID(turn_id))
    return {**result, "passages": _passages(turn)}


def _passages(turn: ActiveTurn | None) -> list[dict[str, str]]:
    """What the speaker was handed, best first; nothing where a fixed reply answered."""
    handed = turn.passages[:MAX_PASSAGES] if turn else ()
    return [
        {
            "text": passage["content"],
            "row": passage["metadata"]["item_name"],
            "field": passage["metadata"]["field_group"],
        }
        for passage in handed
    ]


def _result(turn_id: UUID) -> TurnResult:
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
        "cards": cards.in_display_order(message.cards) if message else [],
        "followups": message.followups if message else [],
        "requests": message.requests if message else [],
        "nodes": turn.nodes,
        "specialist": turn.specialist,
        "provider": turn.provider,
        "first_token_ms": turn.first_token_ms,
        "duration_ms": turn.duration_ms,
    }
