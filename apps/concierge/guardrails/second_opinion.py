"""A model's opinion on a message that the gate is unsure of, within a deadline.

When none can be had, what may be a crisis or an attack counts as one; the rest passes.
"""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

from langchain_core.messages import HumanMessage
from pydantic import BaseModel

from apps.concierge import prompts
from apps.concierge.context import Context
from apps.concierge.guardrails import checks
from apps.concierge.guardrails.classifier import Label
from apps.concierge.guardrails.phrases import Finding
from apps.llm.failures import ModelUnavailable

log = logging.getLogger(__name__)
BY_MODEL = "second opinion"
NOBODY = "no second opinion"


class Opinion(BaseModel):
    """What a model takes a message for."""

    category: Label


class Verdict(NamedTuple):
    """finding: what stops the message. is_harmless: whether a model said so."""

    finding: Finding | None
    is_harmless: bool = False


async def ask(question: str, doubt: str, context: Context) -> Verdict:
    """`doubt` is the category that the gate thinks of."""
    model = context.model("validator")
    if model is None:
        return Verdict(None)  # the gate's own thresholds are made for being alone
    prompt = prompts.render("second_opinion", message=prompts.escaped(question))
    try:
        async with asyncio.timeout(context.limits.opinion_seconds):
            opinion = await model.structured([HumanMessage(prompt.text)], Opinion)
    except (ModelUnavailable, TimeoutError) as error:
        log.warning("no second opinion: %s", error or "too late")
        return Verdict(Finding(doubt, NOBODY) if doubt in checks.CERTAIN else None)
    if opinion.category == "pass":
        return Verdict(None, is_harmless=True)
    return Verdict(Finding(opinion.category, BY_MODEL))
