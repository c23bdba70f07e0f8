"""Runs the map of a turn in one step of LangGraph.

A step costs more than most nodes, and nothing is stored between two of them: the
thread's state is stored when the run ends.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from apps.concierge.context import Context
from apps.concierge.graph import BRANCHES, EDGES, FIRST, LONGEST_PATH, NODES
from apps.concierge.state import THREAD_FIELDS, ConciergeState, ThreadState, new_turn

RunGraph = CompiledStateGraph[ThreadState, Context, Any, Any]
STEP = "turn"
_NODES = {node.__name__: node for node in NODES}


def graph(checkpointer: BaseCheckpointSaver[Any] | None = None) -> RunGraph:
    """The process's one graph that runs turns, with the saver of this run."""
    return _compiled().copy({"checkpointer": checkpointer})


@cache
def _compiled() -> RunGraph:
    builder = StateGraph(ThreadState, context_schema=Context)
    builder.add_node(STEP, _turn)
    builder.add_edge(START, STEP)
    builder.add_edge(STEP, END)
    return builder.compile()


async def _turn(state: ThreadState, runtime: Runtime[Context]) -> dict[str, Any]:
    """All nodes of a turn; gives what outlives it."""
    values = {**new_turn(), **state}
    node, path_length = FIRST, 0
    while node != END:
        if path_length == len(LONGEST_PATH):
            raise RuntimeError(f"The map leads in a circle, to {node} again.")
        await _run(node, values, runtime)
        current = cast("ConciergeState", values)
        branch = BRANCHES.get(node)
        node = branch(current, runtime) if branch else EDGES[node]
        path_length += 1
    return {name: values[name] for name in THREAD_FIELDS & values.keys()}


async def _run(node: str, values: dict[str, Any], runtime: Runtime[Context]) -> None:
    """Runs a node, puts its changes into the state and tells the run's listener."""
    listener, began = runtime.context.listener, time.perf_counter()
    listener.node_began(node)
    update = await _NODES[node](cast("ConciergeState", values), runtime)
    listener.node_ended(node, time.perf_counter() - began, update)
    if "messages" in update:
        messages = add_messages(values["messages"], update["messages"])
        update = {**update, "messages": messages}
    values.update(update)
