"""Plans in the background after an answer, for the turn that follows it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from apps.concierge import planner
from apps.conversations.models import Turn
from apps.conversations.turns import spending
from apps.conversations.turns.store import statements
from apps.infrastructure import database_threads
from apps.knowledge import property_snapshot
from apps.llm import meter
from apps.llm.chat import chat_model
from apps.properties import flags
from apps.properties.flags import Flags


def is_enabled(turn_flags: Flags) -> bool:
    """Whether installation and property plan, and there is a model for it."""
    may_plan = settings.WHISPER_PLANNER_ENABLED and flags.is_on(turn_flags, "planner")
    return may_plan and chat_model("planner") is not None


async def plan(property_id: int, conversation_id: UUID, turn_id: UUID) -> None:
    """Makes and stores the plan; does nothing without a planner."""
    model = chat_model("planner") if settings.WHISPER_PLANNER_ENABLED else None
    if model is None:
        return
    now = timezone.now()
    lines = await database_threads.run(_recent_lines, property_id, conversation_id, now)
    if not lines:
        return
    usage = meter.begin()
    new_plan = await planner.plan(model, lines)
    await database_threads.run(spending.charge, Turn(pk=turn_id), usage, now)
    if new_plan:
        stored = {**new_plan.model_dump(), "after": str(turn_id)}
        await database_threads.run(_store, conversation_id, stored)


def _recent_lines(property_id: int, conversation_id: UUID, now: datetime) -> list[str]:
    """The latest messages without turns that a guardrail stopped; none over the cap."""
    place = property_snapshot.of(property_id).place
    if spending.is_over(place, now):
        return []
    rows = statements.rows(
        "recent_messages", thread=conversation_id, limit=settings.MAX_HISTORY_MESSAGES
    )
    return [f"{role}: {text}" for role, text in reversed(rows)]


def _store(conversation_id: UUID, stored: dict[str, Any]) -> None:
    statements.rows("save_plan", thread=conversation_id, plan=json.dumps(stored))
