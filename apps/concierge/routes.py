"""Where the graph goes next, read from the state alone."""

from __future__ import annotations

from typing import Literal

from langgraph.runtime import Runtime

from apps.concierge.context import Context
from apps.concierge.state import ConciergeState

ANSWERED_BY_OFF_TOPIC = frozenset(
    {
        "off_topic",
        "gambling_advice",
        "action_request",
        "age_verification",
        "patron_privacy",
    }
)


async def from_compliance_gate(
    state: ConciergeState,
) -> Literal["greeting", "off_topic", "router"]:
    if state["query_type"] is None:
        return "router"
    return "greeting" if state["query_type"] == "greeting" else "off_topic"


async def from_router(
    state: ConciergeState, runtime: Runtime[Context]
) -> Literal["greeting", "off_topic", "retrieve"]:
    if state["query_type"] == "greeting":
        return "greeting"
    unsure = state["router_confidence"] < runtime.context.limits.min_confidence
    if state["query_type"] in ANSWERED_BY_OFF_TOPIC or unsure:
        return "off_topic"
    return "retrieve"


async def from_validate(
    state: ConciergeState,
) -> Literal["persona_envelope", "generate", "fallback"]:
    verdict = state["validation_result"]
    if verdict == "PASS":
        return "persona_envelope"
    return "generate" if verdict == "RETRY" else "fallback"
