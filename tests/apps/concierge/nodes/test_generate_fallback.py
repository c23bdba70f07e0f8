"""A speaker that fails is replaced, and what guests read stays whole."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytest_django import Settings

from apps.llm import breaker
from tests.apps.concierge.conftest import (
    BALLO,
    GOOD,
    PASS,
    QUESTION,
    ROUTED,
    GraphRun,
    RunGraph,
    context,
)
from tests.fakes.gemini import Blocked, Cut, Failure, GeminiServer, Reply, Text

pytestmark = pytest.mark.usefixtures("closed_connections", "two_servers")
DYING = ["Dinner", "at", "Ballo", "goes", "on", "until", "10:00", "PM.", "[1]"]
SPOKEN = "Ballo is open until 10:00 PM. [1]"


@pytest.fixture
def two_servers(
    gemini: GeminiServer, openai_server: GeminiServer, settings: Settings
) -> None:
    openai_server.forget()
    for server in (gemini, openai_server):
        server.structured = {
            "RouterOutput": ROUTED.value,
            "ValidationResult": PASS.value,
        }
    settings.OPENAI_SERVERS = {"groq": f"{openai_server.url}/v1"}
    settings.MODEL_FALLBACKS = ["groq:llama-3.3-70b"]
    settings.BREAKER_FAILURES = 100
    breaker.reset()


def text_on_page(run: GraphRun) -> str:
    text = ""
    for event in run.events:
        if event["type"] == "reset":
            text = ""
        text += event.get("content", "")
    return text


def kinds(run: GraphRun) -> list[str]:
    return [event["type"] for event in run.events if event["type"] != "status"]


@pytest.mark.parametrize("position", range(len(DYING) + 1))
async def test_no_word_is_lost_or_doubled_wherever_the_first_server_dies(
    run_graph: RunGraph,
    gemini: GeminiServer,
    openai_server: GeminiServer,
    position: int,
) -> None:
    gemini.script(Cut(" ".join(DYING[:position])))
    openai_server.script(GOOD)
    run = await run_graph(QUESTION, context(BALLO))
    assert text_on_page(run) == run.answer == SPOKEN
    assert kinds(run).count("reset") <= 1
    if "reset" in kinds(run):  # nothing is taken back of what nobody has seen
        assert kinds(run)[0] == "token"
        assert run.of("reset")[0]["attempt"] == 2
    assert (run.state["provider"], run.state["model"]) == ("groq", "llama-3.3-70b")
    assert run.state["fallback_reason"] == "gemini-3.5-flash-lite: away"


@pytest.mark.parametrize("trouble", [Failure(429), Failure(500), Text("")])
async def test_a_change_before_the_first_word_is_silent(
    run_graph: RunGraph,
    gemini: GeminiServer,
    openai_server: GeminiServer,
    trouble: Reply,
) -> None:
    gemini.script(trouble)
    openai_server.script(GOOD)
    run = await run_graph(QUESTION, context(BALLO))
    assert {*kinds(run)} == {"token"}
    assert text_on_page(run) == SPOKEN


async def test_the_records_answer_what_a_filter_refuses(
    run_graph: RunGraph, gemini: GeminiServer, openai_server: GeminiServer
) -> None:
    gemini.script(Blocked())
    run = await run_graph(QUESTION, context(BALLO))
    assert run.state["provider"] == "extractive"
    assert run.state["fallback_reason"] == "gemini-3.5-flash-lite: refused"
    assert not openai_server.requests_for("stream")


async def test_it_remembers_the_failures_of_an_earlier_attempt(
    run_graph: RunGraph, gemini: GeminiServer, openai_server: GeminiServer
) -> None:
    gemini.script(Failure(500), Failure(429))
    openai_server.script(Text("Ballo is open until 11:30 PM. [1]"), GOOD)
    run = await run_graph(QUESTION, context(BALLO))
    assert run.answer == SPOKEN
    assert run.state["fallback_reason"] == (
        "gemini-3.5-flash-lite: away; gemini-3.5-flash-lite: quota"
    )


async def test_it_calls_the_team_when_nobody_can_speak(
    run_graph: RunGraph, gemini: GeminiServer, openai_server: GeminiServer
) -> None:
    gemini.script(Failure(500))
    openai_server.script(Failure(500))
    alone = replace(context(BALLO), offline_speaker=None)
    run = await run_graph(QUESTION, alone)
    assert run.state["answer_kind"] == "notice"
    assert "llama-3.3-70b: away" in run.state["fallback_reason"]
