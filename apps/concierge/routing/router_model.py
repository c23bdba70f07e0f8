"""Asks a model what kind of question it is, where the local classifier is unsure."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from langchain_core.messages import HumanMessage
from pydantic import BaseModel, Field

from apps.concierge import prompts
from apps.concierge.state import IntentCategory
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable

log = logging.getLogger(__name__)


class RouterOutput(BaseModel):
    """A model's reading of the question."""

    query_type: IntentCategory
    confidence: float = Field(ge=0.0, le=1.0)


async def ask(
    model: ChatModel, question: str, conversation: Sequence[str]
) -> RouterOutput | None:
    """The kind of the question; None when the model fails.

    conversation: the messages before it, oldest first.
    """
    prompt = prompts.render(
        "router",
        question=prompts.escaped(question),
        earlier=prompts.escaped("\n".join(conversation)),
    )
    try:
        return await model.structured([HumanMessage(prompt.text)], RouterOutput)
    except ModelUnavailable as error:
        log.warning("router: %s", error)
        return None
