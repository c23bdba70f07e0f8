"""A speaker calls tools while it answers; real clients against fake servers."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from apps.concierge.tools import calls, registry
from apps.concierge.tools.calls import MOST_CALLS
from tests.apps.concierge.conftest import BALLO, PASS, ROUTED, RunGraph, context
from tests.fakes.gemini import Failure, GeminiServer, Text
from tests.fakes.replies import Calls

pytestmark = pytest.mark.usefixtures("closed_connections")
QUESTION = "Could you work out for us what five friends owe after dinner at Ballo?"
SPLIT = ("calculate", {"kind": "split", "amount": 240, "people": 6})
ANSWER = "For six of you it is $40 each. [2]"


@pytest.fixture(params=["gemini", "openai_compatible"])
def server(request: pytest.FixtureRequest) -> GeminiServer:
    fake: GeminiServer = request.getfixturevalue(request.param)
    fake.structured = {"RouterOutput": ROUTED.value, "ValidationResult": PASS.value}
    return fake


def outcomes(run: Any) -> list[str]:
    return [call["outcome"] for call in run.state["tool_calls"]]


def bodies(server: GeminiServer) -> list[dict[str, Any]]:
    return [request.body for request in server.requests_for("stream")]


async def test_a_result_is_evidence_and_is_cited(
    run_graph: RunGraph, server: GeminiServer
) -> None:
    server.script(Calls((SPLIT,)), Text(ANSWER))
    run = await run_graph(QUESTION, context(BALLO))
    assert run.answer == "For six of you it is $40 each. [1]"
    [citation] = run.state["citations"]
    assert citation["category"] == "calculation"
    assert citation["quote"] == "$40"
    [record] = run.state["tool_calls"]
    assert (record["tool"], record["outcome"]) == ("calculate", "done")
    assert record["duration_ms"] > 0
    assert record["cost_usd"] > 0


async def test_a_result_is_fenced_data(
    run_graph: RunGraph, server: GeminiServer
) -> None:
    server.script(Calls((SPLIT,)), Text(ANSWER))
    await run_graph(QUESTION, context(BALLO))
    sent = str(bodies(server)[1])
    assert "<result>" in sent
    assert "$240 among 6 people is $40 each." in sent


async def test_figures_that_no_tool_has_brought_do_not_pass(
    run_graph: RunGraph, server: GeminiServer
) -> None:
    server.script(Calls((SPLIT,)), Text("It is $45 each. [2]"), Text(ANSWER))
    run = await run_graph(QUESTION, context(BALLO))
    assert "$45" not in "".join(event.get("content", "") for event in run.events)
    assert run.answer == "For six of you it is $40 each. [1]"


async def test_a_malformed_call_ends_in_a_plain_answer(
    run_graph: RunGraph, server: GeminiServer
) -> None:
    server.script(
        Calls((("calculate", '{"kind": "split", "amount": 2'),)),
        Text("Ballo is open until 10:00 PM. [1]"),
    )
    run = await run_graph(QUESTION, context(BALLO))
    assert run.answer == "Ballo is open until 10:00 PM. [1]"
    assert outcomes(run) == ["refused"]
    assert "tools" not in bodies(server)[1]


@pytest.mark.parametrize(
    "call",
    [
        ("calculate", {"kind": "split", "amount": "a lot"}),
        ("calculate", {"kind": "conquer"}),
        ("calculate", {"kind": "split", "people": 6, "command": "rm"}),
        ("calculate", {}),
        ("run_shell", {"command": "rm -rf /"}),
        ("calculate", {"kind": "expression", "expression": "().__class__"}),
    ],
)
async def test_a_call_without_sense_ends_in_a_plain_answer(
    run_graph: RunGraph, server: GeminiServer, call: tuple[str, dict[str, Any]]
) -> None:
    server.script(Calls((call,)), Text("Ballo is open until 10:00 PM. [1]"))
    run = await run_graph(QUESTION, context(BALLO))
    assert run.answer == "Ballo is open until 10:00 PM. [1]"
    assert outcomes(run) == ["refused"]


async def test_it_calls_at_most_five_times(
    run_graph: RunGraph, server: GeminiServer
) -> None:
    server.script(*[Calls((SPLIT,))] * MOST_CALLS, Text(ANSWER))
    run = await run_graph(QUESTION, context(BALLO))
    assert outcomes(run) == ["done"] * MOST_CALLS
    sent = bodies(server)
    assert ["tools" in body for body in sent] == [True] * MOST_CALLS + [False]
    assert run.answer == "For six of you it is $40 each. [1]"


async def test_it_calls_at_most_five_at_once(
    run_graph: RunGraph, server: GeminiServer
) -> None:
    server.script(Calls((SPLIT,) * 8), Text(ANSWER))
    run = await run_graph(QUESTION, context(BALLO))
    assert outcomes(run) == ["done"] * MOST_CALLS
    assert "No more calls in this turn" in str(bodies(server)[1])


async def test_words_before_a_call_are_taken_back(
    run_graph: RunGraph, server: GeminiServer
) -> None:
    server.script(Calls((SPLIT,), text="Let me see. "), Text(ANSWER))
    run = await run_graph(QUESTION, context(BALLO))
    assert "Let me see" not in run.answer
    kinds = [event["type"] for event in run.events]
    assert kinds.index("token") < kinds.index("reset")
    assert run.of("reset")[0]["reason"] == "tools"


async def test_a_tool_has_a_deadline(
    run_graph: RunGraph, server: GeminiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: Any) -> Any:
        await asyncio.sleep(60)

    slow = replace(registry.TOOLS["calculate"], run=never, seconds=0.05)
    monkeypatch.setattr(calls, "TOOLS", {"calculate": slow})
    server.script(Calls((SPLIT,)), Text("Ballo is open until 10:00 PM. [1]"))
    run = await run_graph(QUESTION, context(BALLO))
    assert outcomes(run) == ["late"]
    assert run.answer == "Ballo is open until 10:00 PM. [1]"


async def test_a_tool_that_breaks_is_no_fault_of_the_turn(
    run_graph: RunGraph, server: GeminiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> Any:
        raise RuntimeError("oops")

    tool = replace(registry.TOOLS["calculate"], run=broken)
    monkeypatch.setattr(calls, "TOOLS", {"calculate": tool})
    server.script(Calls((SPLIT,)), Text("Ballo is open until 10:00 PM. [1]"))
    run = await run_graph(QUESTION, context(BALLO))
    assert outcomes(run) == ["failed"]
    assert run.answer == "Ballo is open until 10:00 PM. [1]"


async def test_another_model_goes_on_with_what_was_found(
    run_graph: RunGraph, server: GeminiServer
) -> None:
    server.script(Calls((SPLIT,)), Failure(404, "gone"), Text(ANSWER))
    run = await run_graph(QUESTION, context(BALLO))
    assert run.answer == "For six of you it is $40 each. [1]"
    assert outcomes(run) == ["done"]


async def test_nothing_is_offered_where_the_property_has_no_tools(
    run_graph: RunGraph, server: GeminiServer
) -> None:
    server.script(Text("Ballo is open until 10:00 PM. [1]"))
    await run_graph(QUESTION, context(BALLO, flags={"tools": False}))
    assert "tools" not in bodies(server)[0]
    assert "<tools>" not in str(bodies(server)[0])
