"""Plans in the background after an answer, for the turn that follows it."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.conf import settings

from apps.concierge import planner
from apps.conversations import statements, threads
from apps.llm.chat import chat_model


def is_wanted() -> bool:
    return settings.WHISPER_PLANNER_ENABLED and chat_model("planner") is not None


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
    rows = statements.rows(
        "said", thread=conversation_id, most=settings.MAX_HISTORY_MESSAGES
    )
    return [f"{role}: {text}" for role, text in reversed(rows)]


def _store(conversation_id: UUID, stored: dict[str, Any]) -> None:
    statements.rows("plan", thread=conversation_id, plan=json.dumps(stored))
