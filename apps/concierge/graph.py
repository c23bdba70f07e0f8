"""The map of one turn: which node follows which. What travels is in `state.py`."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from functools import cache, wraps
from typing import Any, Protocol

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from apps.concierge import routes
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
    """A node: what it changes in the state."""

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


def graph(checkpointer: BaseCheckpointSaver[Any]) -> Graph:
    """The process's one compiled graph, with the saver of this run."""
    return _compiled().copy({"checkpointer": checkpointer})


@cache
def _compiled() -> Graph:
    return build_graph()


def _heard(node: Node) -> Node:
    """The node, telling the run's listener when it begins and ends."""

    @wraps(node)
    async def run(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
        listener, began = runtime.context.listener, time.perf_counter()
        listener.node_began(node.__name__)
        update = await node(state, runtime)
        listener.node_ended(node.__name__, time.perf_counter() - began, update)
        return update

    return run


def build_graph() -> Graph:
    """Compiles the graph."""
    plan = StateGraph(ConciergeState, context_schema=Context)
    for node in NODES:
        plan.add_node(node.__name__, _heard(node))
    plan.add_edge(START, "compliance_gate")
    plan.add_conditional_edges("compliance_gate", routes.from_compliance_gate)
    plan.add_conditional_edges("router", routes.from_router)
    plan.add_edge("retrieve", "whisper_planner")
    plan.add_edge("whisper_planner", "generate")
    plan.add_edge("generate", "validate")
    plan.add_conditional_edges("validate", routes.from_validate)
    plan.add_edge("persona_envelope", "respond")
    for last in ("respond", "fallback", "greeting", "off_topic"):
        plan.add_edge(last, END)
    return plan.compile()
