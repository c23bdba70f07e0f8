"""Plans in the background after an answer, for the turn that follows it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings

from apps.concierge import planner
from apps.conversations import threads
from apps.conversations.models import Conversation, Message
from apps.llm.chat import chat_model


def latest(conversation: Conversation) -> dict[str, Any] | None:
    """The plan made after the last answer; an older one came too late."""
    stored: dict[str, Any] | None = conversation.whisper_plan
    last = conversation.turns.filter(status="done").order_by("created_at").last()
    if not stored or last is None or stored.get("after") != str(last.pk):
        return None
    return {name: value for name, value in stored.items() if name != "after"}


async def plan(conversation_id: UUID, turn_id: UUID) -> None:
    """Makes and stores the plan; without a planner there is nothing to do."""
    model = chat_model("planner") if settings.WHISPER_PLANNER_ENABLED else None
    if model is None:
        return
    said = await threads.run(_said, conversation_id)
    made = await planner.plan(model, said, {})
    if made:
        stored = {**made.model_dump(), "after": str(turn_id)}
        await threads.run(_store, conversation_id, stored)


def _said(conversation_id: UUID) -> list[str]:
    """What was said, without the turns that the gate stopped."""
    rows = Message.objects.filter(conversation_id=conversation_id, turn__guardrail="")
    latest = rows.order_by("-created_at", "-id")[: settings.MAX_HISTORY_MESSAGES]
    return [f"{row.role}: {row.text}" for row in reversed(latest)]


def _store(conversation_id: UUID, stored: dict[str, Any]) -> None:
    Conversation.objects.filter(pk=conversation_id).update(whisper_plan=stored)
