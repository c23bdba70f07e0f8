"""Runs the graph for one turn and tells what happens as events."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, cast
from uuid import UUID

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig

from apps.concierge import checkpoints
from apps.concierge.context import Context
from apps.concierge.graph import RECURSION_LIMIT, graph
from apps.concierge.state import new_turn
from apps.conversations.events import Event

# What a node's update tells the trace panel, besides its time.
TRACED = (
    "query_type",
    "router_confidence",
    "guardrail",
    "validation_result",
    "active_agent",
)


@dataclass
class Outcome:
    """What the run left: the merged updates of its nodes, and their times."""

    values: dict[str, Any] = field(default_factory=dict)
    nodes: list[dict[str, Any]] = field(default_factory=list)
    text: str = ""
    partial: str = ""
    first_token_ms: int | None = None


async def run(
    thread: UUID, message_id: str, text: str, context: Context, outcome: Outcome
) -> AsyncIterator[Event]:
    """Events of the run in order; `outcome` is filled as they pass."""
    began, starts = time.perf_counter(), dict[str, float]()
    config: RunnableConfig = {
        "configurable": {"thread_id": str(thread)},
        "recursion_limit": RECURSION_LIMIT,
    }
    try:
        async with checkpoints.saver() as saver:
            stream = graph(saver).astream(
                new_turn(text, message_id, context.now.isoformat()),
                config,
                context=context,
                stream_mode=["custom", "tasks"],
                durability="exit",
            )
            async for part in stream:
                mode, data = cast("tuple[str, dict[str, Any]]", part)
                if mode == "custom":
                    _note(data, outcome, began)
                    yield data
                elif "triggers" in data:
                    starts[data["id"]] = time.perf_counter()
                    yield _node(data["name"], "start", 0.0, {})
                else:
                    took = time.perf_counter() - starts.pop(data["id"], began)
                    yield _ended(data, took * 1000, outcome)
    finally:
        context.search.cancel()


def _note(event: Event, outcome: Outcome, began: float) -> None:
    """Keeps what the guest has seen so far, for a turn that is stopped."""
    if event["type"] == "token":
        outcome.partial += event["content"]
        if outcome.first_token_ms is None:
            outcome.first_token_ms = round((time.perf_counter() - began) * 1000)
    elif event["type"] == "reset":
        outcome.partial = ""
    elif event["type"] == "replace":
        outcome.partial = event["content"]


def _ended(data: dict[str, Any], took: float, outcome: Outcome) -> Event:
    update: dict[str, Any] = dict(data.get("result") or {})
    spoken = [m for m in update.pop("messages", []) if isinstance(m, AIMessage)]
    if spoken:
        outcome.text = spoken[-1].text
    outcome.values.update(update)
    traced = {name: update[name] for name in TRACED if update.get(name) is not None}
    if "retrieved_context" in update:
        traced["doc_count"] = len(update["retrieved_context"])
    outcome.nodes.append(
        {"node": data["name"], "duration_ms": round(took, 1), "metadata": traced}
    )
    return _node(data["name"], "complete", took, traced)


def _node(name: str, status: str, took: float, metadata: dict[str, Any]) -> Event:
    return {
        "type": "graph_node",
        "node": name,
        "status": status,
        "duration_ms": round(took, 1),
        "metadata": metadata,
    }
