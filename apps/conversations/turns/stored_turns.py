"""Questions that were stored before: sent twice, or left behind by a dead process."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from apps.conversations.models import Message, Turn
from apps.conversations.turns.active_turn import ActiveTurn, TurnRequest


def find(request: TurnRequest) -> Turn | None:
    """The turn of the same client id, with its arm."""
    turns = Turn.objects.filter(conversation_id=request.thread_id)
    return turns.filter(client_id=request.client_id).select_related("arm").first()


def asks_something_else(stored: Turn, request: TurnRequest) -> bool:
    """Whether its question has other words; a question that was erased has none."""
    question = stored.messages.filter(role=Message.Role.GUEST).exclude(text="").first()
    return question is not None and question.text != request.text


def changes(turn: Turn) -> dict[str, bool]:
    """What its arm changes of the property's features."""
    return turn.arm.changes if turn.arm else {}


def plan_after(plan: Any, after: UUID | None) -> dict[str, Any] | None:
    """The plan made after the last answer, unless it was made for an older one."""
    stored: dict[str, Any] | None = json.loads(plan) if isinstance(plan, str) else plan
    if not stored or stored.get("after") != str(after):
        return None
    return {name: value for name, value in stored.items() if name != "after"}


def active_turn(turn_id: UUID) -> ActiveTurn:
    """A turn as its rows hold it, for a process that takes it over."""
    turn = Turn.objects.select_related("conversation", "arm").get(pk=turn_id)
    question = turn.messages.get(role=Message.Role.GUEST)
    request = TurnRequest(
        property_id=turn.conversation.property_id,
        thread_id=turn.conversation_id,
        client_id=turn.client_id,
        text=question.text,
        language=question.language,
        channel=turn.conversation.channel,
        asked_for=turn.asked_for,
    )
    return ActiveTurn(turn_id, request, changes=changes(turn))
