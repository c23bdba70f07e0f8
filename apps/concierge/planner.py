"""The silent planner: what would help this guest next. Any failure means no plan."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.messages import HumanMessage
from pydantic import BaseModel

from apps.concierge import prompts
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable

log = logging.getLogger(__name__)


class WhisperPlan(BaseModel):
    """Guidance for the speaker and for staff; guests never see it.

    next_topic: one of those that are open, or empty. extraction_targets: facts to ask
    for, by key. offer_readiness: from 0 to 1.
    """

    next_topic: str = ""
    extraction_targets: list[str] = []
    offer_readiness: float = 0.0
    conversation_note: str = ""


@dataclass(frozen=True)
class PlannerInput:
    """conversation: the latest turns, oldest first. profile: what the guest has told,
    in words. completeness: from 0 to 1. open_topics, open_facts: what is not known yet.
    """

    conversation: Sequence[str]
    profile: Sequence[str]
    completeness: float
    open_topics: Sequence[str]
    open_facts: Sequence[str]


async def plan(model: ChatModel, planner_input: PlannerInput) -> WhisperPlan | None:
    """A plan for the next turn; None when the model fails."""
    prompt = prompts.render(
        "planner",
        conversation=prompts.escaped("\n".join(planner_input.conversation)),
        profile=prompts.escaped("\n".join(planner_input.profile)),
        completeness=f"{planner_input.completeness:.2f}",
        topics=", ".join(planner_input.open_topics),
        facts=", ".join(planner_input.open_facts),
    )
    try:
        return await model.structured([HumanMessage(prompt.text)], WhisperPlan)
    except ModelUnavailable as error:
        log.info("no plan this time: %s", error)
        return None
