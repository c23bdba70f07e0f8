"""Lets an answer pass only when it could be checked. It fails closed.

What code can decide is decided by code: claims, promises and advice while the answer
streams, citations here. A model reviews the rest where one is configured; when it
cannot, the answer does not pass.
"""

from __future__ import annotations

import logging
from enum import Enum
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime
from pydantic import BaseModel

from apps.concierge import prompts, replies, transcript
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState, Verdict
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable
from apps.llm.roles import EXTRACTIVE

log = logging.getLogger(__name__)
MOST_RETRIES = 1


class Reviewer(Enum):
    """Who reviewed an answer. NOBODY: the model that should have was unavailable."""

    CODE = "code"
    MODEL = "model"
    NOBODY = "nobody"


class ValidationResult(BaseModel):
    """A model's review of the six criteria."""

    status: Verdict
    reason: str


async def validate(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    if state["skip_validation"]:
        return {"validation_result": "PASS"}
    context = runtime.context
    context.send_status(replies.say("status_checking", context.language))
    result, reviewer = _by_code(state, context), Reviewer.CODE
    model = context.model("validator")
    if result.status == "PASS" and model and state["provider"] != EXTRACTIVE:
        result, reviewer = await _by_model(model, state)
    return _update(result, reviewer, state)


def _by_code(state: ConciergeState, context: Context) -> ValidationResult:
    if state["unsupported_claim"]:
        return ValidationResult(status="RETRY", reason=state["unsupported_claim"])
    answer = state["messages"][-1].text
    if not answer:
        return ValidationResult(status="RETRY", reason="The answer was empty.")
    if not state["citations"] and context.resort.phone not in answer:
        reason = "It states facts without the number of their passage."
        return ValidationResult(status="RETRY", reason=reason)
    return ValidationResult(status="PASS", reason="")


async def _by_model(
    model: ChatModel, state: ConciergeState
) -> tuple[ValidationResult, Reviewer]:
    prompt = prompts.render(
        "validator",
        question=prompts.escaped(
            state["other_question"] or transcript.question(state["messages"])
        ),
        passages=prompts.passages(state["retrieved_context"]),
        answer=prompts.escaped(state["messages"][-1].text),
    )
    try:
        result = await model.structured([HumanMessage(prompt.text)], ValidationResult)
    except ModelUnavailable as error:
        log.warning("validator: %s", error)
        reason = "The review was not available."
        return ValidationResult(status="FAIL", reason=reason), Reviewer.NOBODY
    return result, Reviewer.MODEL


def _update(
    result: ValidationResult, reviewer: Reviewer, state: ConciergeState
) -> dict[str, Any]:
    if result.status == "PASS":
        return {"validation_result": "PASS"}
    retries = state["retry_count"]
    # A model that says FAIL still allows one better attempt. Without a review there is
    # none: the next answer could not be checked either.
    may_retry = retries < MOST_RETRIES and reviewer is not Reviewer.NOBODY
    log.info("answer rejected (%s)", "retry" if may_retry else "fail")
    return {
        "validation_result": "RETRY" if may_retry else "FAIL",
        "retry_count": retries + 1,
        "retry_feedback": result.reason,
    }
