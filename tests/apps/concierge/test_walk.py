"""The map of a turn runs in one step of LangGraph, along the same ways as there."""

from __future__ import annotations

from typing import Any, cast
from unittest.mock import patch

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from apps.concierge import walk
from apps.concierge.graph import EDGES, build_graph
from apps.concierge.state import new_turn, question_input
from tests.apps.concierge.conftest import (
    BALLO,
    GOOD,
    PASS,
    QUESTION,
    ROUTED,
    RunGraph,
    context,
)
from tests.fakes.gemini import GeminiServer, Text

WRONG = Text("Ballo is open until 11:30 PM. [1]")

pytestmark = pytest.mark.usefixtures("closed_connections")


@pytest.mark.parametrize(
    "text", ["", "Thank you so much!", "Which slot pays?", QUESTION]
)
async def test_it_takes_the_way_that_the_map_shows(
    run_graph: RunGraph, gemini: GeminiServer, text: str
) -> None:
    for _ in range(2):
        gemini.structured = {
            "RouterOutput": ROUTED.value,
            "ValidationResult": PASS.value,
        }
        gemini.script(WRONG, GOOD)
    run = await run_graph(text, context(BALLO))
    assert run.nodes == await nodes_on_the_map(text)


async def nodes_on_the_map(text: str) -> list[str]:
    """The nodes that LangGraph itself runs, one step each."""
    stream = build_graph().astream(
        cast("Any", {**new_turn(), **question_input(text, "m1"), "focus": ""}),
        context=context(BALLO),
        stream_mode="updates",
    )
    return [node async for update in stream for node in cast("dict[str, Any]", update)]


async def test_it_costs_one_step_and_one_checkpoint() -> None:
    saver = InMemorySaver()
    with patch.object(saver, "aput", wraps=saver.aput) as put:
        await walk.graph(saver).ainvoke(
            cast("Any", question_input("Is Ballo open?", "m1")),
            {"configurable": {"thread_id": "t"}},
            context=context(BALLO),
            durability="exit",
        )
    [call] = put.await_args_list
    metadata = call.args[2]
    # LangGraph counts the input as -1 and the entry as 0.
    assert metadata["step"] == 1


async def test_it_ends_a_map_that_leads_in_a_circle(run_graph: RunGraph) -> None:
    circle = {**EDGES, "greeting": "compliance_gate"}
    with (
        patch.object(walk, "EDGES", circle),
        pytest.raises(RuntimeError, match="in a circle"),
    ):
        await run_graph("", context(BALLO))
