"""What staff see of each node's work while a turn runs, and afterwards."""

from __future__ import annotations

from typing import Any

from apps.conversations.stream.events import Event
from apps.privacy.redaction import redact

# Passages whose titles the trace lists.
MAX_TRACED_PASSAGES = 8
# What the trace shows of a node's update, besides its time.
TRACED_FIELDS = (
    "query_type",
    "router_confidence",
    "guardrail",
    "judgement",
    "validation_result",
    "active_agent",
    "provider",
    "model",
    "fallback_reason",
    "prompt_hash",
    "tool_calls",
)


def of(update: dict[str, Any]) -> dict[str, Any]:
    """What staff see of a node's work."""
    trace = {
        name: update[name]
        for name in TRACED_FIELDS
        if update.get(name) is not None and update[name] != {}
    }
    if "retrieved_context" in update:
        passages = update["retrieved_context"]
        listed = passages[:MAX_TRACED_PASSAGES]
        trace["doc_count"] = len(passages)
        trace["passages"] = [passage["metadata"]["item_name"] for passage in listed]
        trace["scores"] = [round(passage["score"], 3) for passage in listed]
        trace["questions"] = _questions(update.get("reading", {}))
    return trace


def _questions(reading: dict[str, Any]) -> list[str]:
    """What was searched for: each question of the message, in full."""
    readings = reading.get("parts") or [reading]
    questions = (own.get("full_question", "") for own in readings)
    return [redact(question) for question in questions if question]


def event(
    name: str, status: str, duration_ms: float, metadata: dict[str, Any]
) -> Event:
    return {
        "type": "graph_node",
        "node": name,
        "status": status,
        "duration_ms": duration_ms,
        "metadata": metadata,
    }
