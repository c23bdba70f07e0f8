"""The silent planner: what would help this guest next. Any failure means no plan."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Literal

from langchain_core.messages import HumanMessage
from pydantic import BaseModel, Field

from apps.concierge import prompts
from apps.llm.chat import ChatModel, ModelUnavailable

log = logging.getLogger(__name__)
TOPIC_COUNT = 8  # topics a guest can tell about; "offer_ready" and "none" are not told


class WhisperPlan(BaseModel):
    """Guidance for the speaker; guests never see it."""

    next_topic: Literal[
        "name",
        "visit_date",
        "party_size",
        "dining",
        "entertainment",
        "gaming",
        "occasions",
        "companions",
        "offer_ready",
        "none",
    ]
    extraction_targets: list[str] = Field(default_factory=list)
    offer_readiness: float = Field(default=0.0, ge=0.0, le=1.0)
    conversation_note: str = ""


async def plan(
    model: ChatModel, conversation: Sequence[str], profile: dict[str, Any]
) -> WhisperPlan | None:
    """A plan from the latest turns, oldest first; None when the model fails."""
    prompt = prompts.render(
        "planner",
        conversation=prompts.data("\n".join(conversation)),
        profile=profile or "nothing yet",
        completeness=f"{len(profile)} of {TOPIC_COUNT} topics",
    )
    try:
        return await model.structured([HumanMessage(prompt.text)], WhisperPlan)
    except ModelUnavailable as error:
        log.info("no plan this time: %s", error)
        return None
