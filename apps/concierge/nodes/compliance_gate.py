"""Deterministic checks before anything else; no model."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AnyMessage
from langgraph.runtime import Runtime

from apps.concierge import events, messages, replies
from apps.concierge.context import Context
from apps.concierge.guardrails import gate
from apps.concierge.guardrails.finding import Finding
from apps.concierge.state import ConciergeState, QueryType

# Up to here the gate takes a millisecond; a thread would cost the guest more.
SHORT_CHARS = 300

QUERY_TYPES: dict[str, QueryType] = {
    "self_harm": "off_topic",
    "prompt_injection": "off_topic",
    "responsible_gaming": "gambling_advice",
    "age_verification": "age_verification",
    "bsa_aml": "off_topic",
    "patron_privacy": "patron_privacy",
    "turn_limit": "off_topic",
}


async def compliance_gate(
    state: ConciergeState, runtime: Runtime[Context]
) -> dict[str, Any]:
    context, spoken = runtime.context, state["messages"]
    question = messages.question(spoken)
    earlier = messages.earlier(spoken, context.limits.history)
    # A vector made in this process tells the gate more; nobody else may see it yet.
    if question and context.search.is_local:
        context.search.start(question, earlier)
    vector = await context.search.vector() if context.search.is_local else None
    finding = await _inspect(question, vector)
    if finding:
        context.search.cancel()
    if finding and finding.category == "self_harm":
        # A long conversation is no reason to hang up.
        return _stopped("self_harm", spoken)
    if len(spoken) > context.limits.messages:
        return _stopped("turn_limit", spoken)
    if not question:
        return {"query_type": "greeting", "router_confidence": 1.0}
    if finding:
        return _stopped(finding.category, spoken)
    if not context.search.is_local:
        context.search.start(question, earlier)
    events.status(context, replies.say("status_looking", context.language))
    return {"query_type": None}


async def _inspect(question: str, vector: Sequence[float] | None) -> Finding | None:
    """A long message keeps the gate busy for tens of milliseconds: not on the loop."""
    if len(question) <= SHORT_CHARS:
        return gate.inspect(question, vector)
    return await asyncio.to_thread(gate.inspect, question, vector)


def _stopped(category: str, spoken: Sequence[AnyMessage]) -> dict[str, Any]:
    return {
        "messages": [messages.withheld(spoken[-1])],
        "query_type": QUERY_TYPES[category],
        "guardrail": category,
        "router_confidence": 1.0,
    }
