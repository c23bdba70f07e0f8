"""The map of one turn: which node follows which. What travels is in `state.py`."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from functools import cache, wraps
from typing import Any, Literal, Protocol

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from apps.concierge.context import Context
from apps.concierge.nodes.compliance_gate import compliance_gate
from apps.concierge.nodes.fallback import fallback
from apps.concierge.nodes.generate import generate
from apps.concierge.nodes.greeting import greeting
from apps.concierge.nodes.off_topic import off_topic
from apps.concierge.nodes.persona_envelope import persona_envelope
from apps.concierge.nodes.respond import respond
from apps.concierge.nodes.retrieve import retrieve
from apps.concierge.nodes.router import router
from apps.concierge.nodes.validate import validate
from apps.concierge.nodes.whisper_planner import whisper_planner
from apps.concierge.state import ConciergeState


class Node(Protocol):
    """A coroutine function that returns its changes of the state."""

    __name__: str

    def __call__(
        self, state: ConciergeState, runtime: Runtime[Context]
    ) -> Awaitable[dict[str, Any]]: ...


NODES: tuple[Node, ...] = (
    compliance_gate,
    router,
    retrieve,
    whisper_planner,
    generate,
    validate,
    persona_envelope,
    respond,
    fallback,
    greeting,
    off_topic,
)
Graph = CompiledStateGraph[ConciergeState, Context, Any, Any]

# The longest way through: every node of the answer once, generate and validate twice.
LONGEST_PATH = (
    "compliance_gate",
    "router",
    "retrieve",
    "whisper_planner",
    "generate",
    "validate",
    "generate",
    "validate",
    "persona_envelope",
    "respond",
)
# LangGraph counts one step more than nodes before it ends.
RECURSION_LIMIT = len(LONGEST_PATH) + 1
ANSWERED_BY_GREETING = frozenset({"greeting", "thanks", "small_talk"})
ANSWERED_BY_OFF_TOPIC = frozenset(
    {
        "off_topic",
        "gambling_advice",
        "action_request",
        "complaint",
        "lost_property",
        "age_verification",
        "patron_privacy",
    }
)


def graph(checkpointer: BaseCheckpointSaver[Any]) -> Graph:
    """The process's one compiled graph, with the saver of this run."""
    return _compiled().copy({"checkpointer": checkpointer})


@cache
def _compiled() -> Graph:
    return build_graph()


def build_graph() -> Graph:
    """Compile the graph."""
    builder = StateGraph(ConciergeState, context_schema=Context)
    for node in NODES:
        builder.add_node(node.__name__, _observed(node))
    builder.add_edge(START, "compliance_gate")
    builder.add_conditional_edges("compliance_gate", after_compliance_gate)
    builder.add_conditional_edges("router", after_router)
    builder.add_edge("retrieve", "whisper_planner")
    builder.add_edge("whisper_planner", "generate")
    builder.add_edge("generate", "validate")
    builder.add_conditional_edges("validate", after_validate)
    builder.add_edge("persona_envelope", "respond")
    for last in ("respond", "fallback", "greeting", "off_topic"):
        builder.add_edge(last, END)
    return builder.compile()


def _observed(node: Node) -> Node:
    """The node, with calls to the run's listener when it begins and ends."""

    @wraps(node)
    async def run(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
        listener, began = runtime.context.listener, time.perf_counter()
        listener.node_began(node.__name__)
        update = await node(state, runtime)
        listener.node_ended(node.__name__, time.perf_counter() - began, update)
        return update

    return run


async def after_compliance_gate(
    state: ConciergeState,
) -> Literal["greeting", "off_topic", "router"]:
    if state["query_type"] is None:
        return "router"
    return "greeting" if state["query_type"] == "greeting" else "off_topic"


async def after_router(
    state: ConciergeState, runtime: Runtime[Context]
) -> Literal["greeting", "off_topic", "retrieve"]:
    if state["query_type"] in ANSWERED_BY_GREETING:
        return "greeting"
    is_unsure = state["router_confidence"] < runtime.context.limits.min_confidence
    if state["query_type"] in ANSWERED_BY_OFF_TOPIC or is_unsure:
        return "off_topic"
    return "retrieve"


async def after_validate(
    state: ConciergeState,
) -> Literal["persona_envelope", "generate", "fallback"]:
    verdict = state["validation_result"]
    if verdict == "PASS":
        return "persona_envelope"
    return "generate" if verdict == "RETRY" else "fallback"


def as_mermaid() -> str:
    """The compiled graph as a Mermaid diagram."""
    return build_graph().get_graph().draw_mermaid(with_styles=False)


def as_data() -> dict[str, Any]:
    """Nodes, and edges with the condition under which they are taken, if any."""
    drawn = build_graph().get_graph()
    return {
        "nodes": [{"id": node} for node in drawn.nodes],
        "edges": [
            {
                "source": edge.source,
                "target": edge.target,
                "condition": (str(edge.data or edge.target))
                if edge.conditional
                else None,
            }
            for edge in drawn.edges
        ],
    }
