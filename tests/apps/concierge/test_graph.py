"""Every way through the graph, at the limit that production sets.

Answers come from the real Gemini client, which talks to a server on loopback.
"""

from __future__ import annotations

import pytest

from apps.concierge.context import Limits
from apps.concierge.graph import LONGEST_PATH, NODES, build_graph
from tests.apps.concierge.conftest import (
    BALLO,
    GOOD,
    PASS,
    QUESTION,
    ROUTED,
    RunGraph,
    context,
)
from tests.fakes.gemini import Failure, GeminiServer, Text

WRONG = Text("Ballo is open until 11:30 PM. [1]")

pytestmark = pytest.mark.usefixtures("closed_connections")


async def test_it_answers_from_the_passages(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.structured = {"RouterOutput": ROUTED.value, "ValidationResult": PASS.value}
    gemini.script(GOOD)
    run = await run_graph(QUESTION, context(BALLO))
    assert run.nodes[-2:] == ["persona_envelope", "respond"]
    assert run.answer == "Ballo is open until 10:00 PM. [1]"
    assert "".join(event["content"] for event in run.of("token")) == run.answer
    [citation] = run.state["citations"]
    assert (citation["title"], citation["field"]) == ("Ballo", "now")
    assert run.state["sources_used"] == ["restaurant"]


async def test_it_corrects_a_wrong_hour_on_the_second_attempt(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.structured = {"RouterOutput": ROUTED.value, "ValidationResult": PASS.value}
    gemini.script(WRONG, GOOD)
    run = await run_graph(QUESTION, context(BALLO))
    # The longest path also leads through bookings, which nothing was asked about.
    nodes = tuple(node for node in LONGEST_PATH if node != "bookings")
    assert tuple(run.nodes) == nodes
    assert run.of("reset")
    assert "11:30" not in run.answer
    prompt = gemini.requests_for("stream")[-1].body["systemInstruction"]["parts"][0][
        "text"
    ]
    assert "“11:30 PM” stands in no passage" in prompt


async def test_it_quotes_the_record_when_no_answer_can_be_vouched_for(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.structured = {"RouterOutput": ROUTED.value}
    gemini.script(WRONG, WRONG)
    run = await run_graph(QUESTION, context(BALLO))
    assert run.nodes[-1] == "fallback"
    assert "Open now until 10:00 PM. [2]" in run.answer
    assert run.of("replace")[-1]["content"] == run.answer
    assert run.state["citations"][1]["field"] == "now"


async def test_it_shows_no_answer_that_nobody_could_review(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.structured = {"RouterOutput": ROUTED.value}
    gemini.script(GOOD)
    gemini.script(ROUTED, Failure(500), Failure(500), on="generate")
    run = await run_graph(QUESTION, context(BALLO))
    assert run.nodes[-1] == "fallback"


async def test_it_lets_the_offline_speaker_stand_in(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.structured = {"RouterOutput": ROUTED.value}
    gemini.script(Failure(429), Failure(429), Failure(429), Failure(429))
    run = await run_graph("Is Ballo open now?", context(BALLO))
    assert run.state["provider"] == "extractive"
    assert "10:00 PM" in run.answer
    assert run.state["citations"]


async def test_it_says_honestly_that_the_records_hold_nothing(
    run_graph: RunGraph,
) -> None:
    run = await run_graph("Is there a helicopter pad?", context())
    assert run.nodes[-1] == "respond"
    assert "1-888-226-7711" in run.answer
    assert run.state["citations"] == []


async def test_it_greets_without_a_model(run_graph: RunGraph) -> None:
    run = await run_graph("", context())
    assert run.nodes == ["compliance_gate", "greeting"]
    assert "restaurants and shows" in run.answer
    assert "AI" in run.answer


@pytest.mark.parametrize("words", ["Thank you so much!", "bye", "gracias"])
async def test_it_takes_leave_in_one_sentence(run_graph: RunGraph, words: str) -> None:
    run = await run_graph(words, context())
    assert run.nodes == ["compliance_gate", "router", "greeting"]
    assert run.answer.startswith("You are very welcome")


async def test_it_fits_an_answer_into_one_short_message(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.structured = {"RouterOutput": ROUTED.value, "ValidationResult": PASS.value}
    gemini.script(
        Text("Ballo is open until 10:00 PM. [1] " + "It is Italian. [1] " * 20)
    )
    short = context(BALLO, limits=Limits(40, 20, 160, 0.3, 0.6))
    run = await run_graph(QUESTION, short)
    assert len(run.answer) <= 160
    assert run.answer.endswith("…")


def test_it_names_its_nodes_as_its_files_are_named() -> None:
    graph = build_graph().get_graph()
    named = {node.__name__ for node in NODES}
    assert named == set(graph.nodes) - {"__start__", "__end__"}
    assert all(node.__module__.endswith(f".{node.__name__}") for node in NODES)
