"""Lets an answer pass only when it could be checked. It fails closed.

What code can decide is decided by code: claims, promises and advice while the answer
streams, citations here. A model reviews the rest where one is configured; when it
cannot, the answer does not pass.
"""

from __future__ import annotations

import logging
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime
from pydantic import BaseModel

from apps.concierge import events, messages, prompts, replies
from apps.concierge.context import Context
from apps.concierge.prompts import passages
from apps.concierge.state import ConciergeState, Verdict
from apps.llm.chat import ChatModel, ModelUnavailable

log = logging.getLogger(__name__)
MOST_RETRIES = 1
# Told apart by identity: a model that says the same words has reviewed.
NOT_REVIEWED = "The review was not available."


class ValidationResult(BaseModel):
    """A model's review of the six criteria."""

    status: Verdict
    reason: str


async def validate(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    if state["skip_validation"]:
        return {"validation_result": "PASS"}
    context = runtime.context
    events.status(context, replies.say("status_checking", context.language))
    result = _by_code(state, context)
    model = context.model("validator")
    if result.status == "PASS" and model and state["provider"] != "offline":
        result = await _by_model(model, state)
    return _verdict(result, state)


def _by_code(state: ConciergeState, context: Context) -> ValidationResult:
    if state["unfounded"]:
        return ValidationResult(status="RETRY", reason=state["unfounded"])
    answer = state["messages"][-1].text
    if not answer:
        return ValidationResult(status="RETRY", reason="The answer was empty.")
    if not state["citations"] and context.resort.phone not in answer:
        reason = "It states facts without the number of their passage."
        return ValidationResult(status="RETRY", reason=reason)
    return ValidationResult(status="PASS", reason="")


async def _by_model(model: ChatModel, state: ConciergeState) -> ValidationResult:
    prompt = prompts.render(
        "validator",
        question=prompts.data(messages.question(state["messages"])),
        passages=passages.passages(state["retrieved_context"]),
        answer=prompts.data(state["messages"][-1].text),
    )
    try:
        return await model.structured([HumanMessage(prompt.text)], ValidationResult)
    except ModelUnavailable as error:
        log.warning("validator: %s", error)
        return ValidationResult(status="FAIL", reason=NOT_REVIEWED)


def _verdict(result: ValidationResult, state: ConciergeState) -> dict[str, Any]:
    if result.status == "PASS":
        return {"validation_result": "PASS"}
    retries = state["retry_count"]
    # A review that says FAIL still earns one better attempt; one that could not be
    # made does not: the next answer could not be checked either.
    again = retries < MOST_RETRIES and result.reason is not NOT_REVIEWED
    log.info("answer rejected (%s)", "retry" if again else "fail")
    return {
        "validation_result": "RETRY" if again else "FAIL",
        "retry_count": retries + 1,
        "retry_feedback": result.reason,
    }
