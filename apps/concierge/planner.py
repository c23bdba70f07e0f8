"""The silent planner: what would help this guest next. Any failure means no plan."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from langchain_core.messages import HumanMessage
from pydantic import BaseModel

from apps.concierge import prompts
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable

log = logging.getLogger(__name__)


class WhisperPlan(BaseModel):
    """Guidance for the speaker; guests never see it."""

    conversation_note: str = ""


async def plan(model: ChatModel, conversation: Sequence[str]) -> WhisperPlan | None:
    """A plan from the latest turns, oldest first; None when the model fails."""
    prompt = prompts.render(
        "planner", conversation=prompts.escaped("\n".join(conversation))
    )
    try:
        return await model.structured([HumanMessage(prompt.text)], WhisperPlan)
    except ModelUnavailable as error:
        log.info("no plan this time: %s", error)
        return None
