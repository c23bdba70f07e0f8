"""Which kind of question it is: the local classifier first, a model when unsure."""

from __future__ import annotations

import logging
from typing import Any, Literal

from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime
from pydantic import BaseModel, Field

from apps.concierge import intent, prompts, transcript
from apps.concierge.context import Context
from apps.concierge.fact_check import competitors
from apps.concierge.guardrails import checks
from apps.concierge.state import ConciergeState
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable

log = logging.getLogger(__name__)
UNSURE = 0.5
# Questions that the records answer are taken for these; a confidence from which that is
# no longer likely: who asks to book a table wants no record of it.
DOUBTED_BELOW = {"off_topic": 1.0, "action_request": 0.9, "gambling_advice": 0.9}
ANSWERABLE = 0.6


class RouterOutput(BaseModel):
    """A model's reading of the question."""

    query_type: Literal[
        "property_qa",
        "hours_schedule",
        "greeting",
        "off_topic",
        "gambling_advice",
        "action_request",
        "ambiguous",
    ]
    confidence: float = Field(ge=0.0, le=1.0)


async def router(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context, question = runtime.context, transcript.question(state["messages"])
    if await _is_about_another_resort(question, context):
        return {**_routed("off_topic", 1.0), "guardrail": "competitor"}
    if checks.asks_for_human(question):
        return {**_routed("off_topic", 1.0), "guardrail": "human"}
    plain = context.search.plain(question)
    local = intent.classify(plain, await context.search.vector())
    is_doubted = local.confidence < DOUBTED_BELOW.get(local.category, 0.0)
    if is_doubted and await _is_answerable(context):
        return _routed("property_qa", max(local.confidence, UNSURE))
    if local.confidence >= context.limits.sure_confidence:
        return _routed(local.category, local.confidence)
    model = context.model("router")
    if model is None:
        return _benefit_of_the_doubt(local)
    return await _ask(model, question, state)


async def _is_about_another_resort(question: str, context: Context) -> bool:
    """Whether it is about another resort, of which the records say nothing."""
    rivals = competitors.named(question, context.resort.name)
    if not rivals or context.search.named(question):
        return False
    passages = (await context.search.results(schedule=False)).passages
    records = " ".join(passage["content"] for passage in passages).lower()
    return not any(name in records for name in rivals)


async def _is_answerable(context: Context) -> bool:
    """Whether a record very likely answers it; the search runs already."""
    reading = (await context.search.results(schedule=False)).reading
    return bool(reading.get("answerable", 0.0) >= ANSWERABLE)


async def _ask(
    model: ChatModel, question: str, state: ConciergeState
) -> dict[str, Any]:
    earlier = "\n".join(reversed(transcript.earlier_texts(state["messages"], 4)))
    prompt = prompts.render(
        "router", question=prompts.escaped(question), earlier=prompts.escaped(earlier)
    )
    try:
        output = await model.structured([HumanMessage(prompt.text)], RouterOutput)
    except ModelUnavailable as error:
        log.warning("router: %s", error)
        return _routed("property_qa", UNSURE)
    return _routed(output.query_type, output.confidence)


def _benefit_of_the_doubt(local: intent.Intent) -> dict[str, Any]:
    """Without a model an unsure question is looked up; the records decide."""
    looked_up = ("property_qa", "hours_schedule", "ambiguous")
    category = local.category if local.category in looked_up else "property_qa"
    return _routed(category, max(local.confidence, UNSURE))


def _routed(category: str, confidence: float) -> dict[str, Any]:
    return {"query_type": category, "router_confidence": round(confidence, 3)}
