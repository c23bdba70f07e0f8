"""The map of one turn: which node follows which. What travels is in `state.py`.

`walk.py` runs it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from apps.concierge.context import Context
from apps.concierge.nodes.bookings import bookings
from apps.concierge.nodes.compliance_gate import compliance_gate
from apps.concierge.nodes.fallback import fallback
from apps.concierge.nodes.generate import generate
from apps.concierge.nodes.greeting import greeting
from apps.concierge.nodes.memory import memory
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
    memory,
    bookings,
    off_topic,
)
Graph = CompiledStateGraph[ConciergeState, Context, Any, Any]
FIRST = NODES[0].__name__

# The longest way through: every node of the answer once, generate and validate twice.
LONGEST_PATH = (
    "compliance_gate",
    "router",
    "bookings",
    "retrieve",
    "whisper_planner",
    "generate",
    "validate",
    "generate",
    "validate",
    "persona_envelope",
    "respond",
)
ANSWERED_BY_GREETING = frozenset({"greeting", "thanks", "small_talk", "telling"})
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


def after_compliance_gate(
    state: ConciergeState, runtime: Runtime[Context]
) -> Literal["greeting", "memory", "off_topic", "router"]:
    if state["query_type"] is None:
        return "router"
    if state["query_type"] == "memory":
        return "memory"
    return "greeting" if state["query_type"] == "greeting" else "off_topic"


def after_router(
    state: ConciergeState, runtime: Runtime[Context]
) -> Literal["bookings", "greeting", "memory", "off_topic", "retrieve"]:
    if state["query_type"] == "memory":
        return "memory"
    if state["query_type"] == "bookings":
        return "bookings"
    if state["query_type"] in ANSWERED_BY_GREETING:
        return "greeting"
    is_unsure = state["router_confidence"] < runtime.context.limits.min_confidence
    if state["query_type"] in ANSWERED_BY_OFF_TOPIC or is_unsure:
        return "off_topic"
    return "retrieve"


def after_bookings(
    state: ConciergeState, runtime: Runtime[Context]
) -> Literal["retrieve", "__end__"]:
    """The records are asked what the message asks besides."""
    return "retrieve" if state["booking_reply"] else "__end__"


def after_validate(
    state: ConciergeState, runtime: Runtime[Context]
) -> Literal["persona_envelope", "generate", "fallback"]:
    verdict = state["validation_result"]
    if verdict == "PASS":
        return "persona_envelope"
    return "generate" if verdict == "RETRY" else "fallback"


# The nodes that one node follows, and what chooses among several.
EDGES = {
    "retrieve": "whisper_planner",
    "whisper_planner": "generate",
    "generate": "validate",
    "persona_envelope": "respond",
    "respond": END,
    "fallback": END,
    "greeting": END,
    "memory": END,
    "off_topic": END,
}


BRANCHES: dict[str, Callable[[ConciergeState, Runtime[Context]], str]] = {
    "compliance_gate": after_compliance_gate,
    "router": after_router,
    "bookings": after_bookings,
    "validate": after_validate,
}


def build_graph() -> Graph:
    """Compile the map, for drawings and for LangGraph's own checks of it."""
    builder = StateGraph(ConciergeState, context_schema=Context)
    for node in NODES:
        builder.add_node(node.__name__, node)
    builder.add_edge(START, FIRST)
    for source, target in EDGES.items():
        builder.add_edge(source, target)
    for source, branch in BRANCHES.items():
        builder.add_conditional_edges(source, branch)
    return builder.compile()


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
