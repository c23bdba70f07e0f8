"""What holds of every protocol: real clients, driven over HTTP against fake servers."""

from __future__ import annotations

import asyncio
import time
import traceback
from typing import Literal

import pytest
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel
from pytest_django import Settings

from apps.llm import chat, meter
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable
from apps.llm.remote.chat import FIRST_PAUSE_SECONDS
from tests.fakes.gemini import (
    BadForm,
    Blocked,
    Cut,
    Failure,
    Garbage,
    GeminiServer,
    Json,
    Text,
)
from tests.model_fixtures import KEY, OPENAI_KEY

pytestmark = pytest.mark.usefixtures("closed_connections")
ASK: list[BaseMessage] = [
    SystemMessage("You are the concierge."),
    HumanMessage("When does Ballo open?"),
]
SPOKEN = "Ballo opens at five."
# The preferred model of each fixture, and the one that stands in for it.
NAMES = {
    "gemini": ("gemini-3.5-flash-lite", "gemini-2.5-flash"),
    "openai_compatible": ("llama-3.3-70b", "llama-3.1-8b"),
}


class Route(BaseModel):
    intent: Literal["dining", "rooms"]
    confidence: float


@pytest.fixture(params=["gemini", "openai_compatible"])
def server(request: pytest.FixtureRequest) -> GeminiServer:
    fake: GeminiServer = request.getfixturevalue(request.param)
    return fake


def model(role: chat.Role = "speaker") -> ChatModel:
    chat_model = chat.chat_model(role)
    assert chat_model is not None
    return chat_model


async def answer() -> str:
    return "".join([str(piece.content) async for piece in model().stream(ASK)])


async def failure() -> ModelUnavailable:
    with pytest.raises(ModelUnavailable) as caught:
        await answer()
    return caught.value


def models_asked(server: GeminiServer) -> list[str]:
    return [request.model for request in server.requests]


async def test_it_streams_words_and_counts_tokens(server: GeminiServer) -> None:
    counted = meter.begin()
    server.script(Text(SPOKEN, thoughts=8))
    pieces = [piece async for piece in model().stream(ASK)]
    words = [str(piece.content) for piece in pieces if piece.content]
    assert words == ["Ballo ", "opens ", "at ", "five."]
    usage = [piece.usage_metadata for piece in pieces if piece.usage_metadata]
    assert sum(one["input_tokens"] for one in usage) == 12
    assert sum(one["output_tokens"] for one in usage) == 4 + 8
    [(name, tokens)] = counted.tokens.items()
    assert (name, tokens) == (NAMES[model().provider][0], (12, 12))


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
async def test_it_reads_content_that_comes_as_a_list(server: GeminiServer) -> None:
    server.script(Text(SPOKEN, in_blocks=True))
    assert await answer() == SPOKEN


async def test_it_waits_for_a_slow_model(server: GeminiServer) -> None:
    server.script(Text(SPOKEN, first_pause=0.3, pause=0.05))
    assert await answer() == SPOKEN


async def test_it_does_not_wait_for_a_silent_one(
    server: GeminiServer, settings: Settings
) -> None:
    settings.MODEL_IDLE_TIMEOUT_SECONDS = 0.3
    server.script(Text("Too late.", first_pause=5))
    assert (await failure()).kind == "timeout"
    assert await asyncio.to_thread(server.wait_for_disconnect)


async def test_it_gives_a_role_no_more_than_its_time(
    server: GeminiServer, settings: Settings
) -> None:
    await answer()  # loads and makes the client, which is not what is timed
    settings.ROLE_TIMEOUT_SECONDS = {"speaker": "0.6"}
    server.script(Text("word " * 40, pause=0.1))
    began = time.monotonic()
    assert (await failure()).kind == "timeout"
    assert time.monotonic() - began < 3


@pytest.mark.parametrize("reply", [Cut("It opens at"), Cut("It opens", cleanly=True)])
async def test_it_does_not_take_half_an_answer_for_a_whole(
    server: GeminiServer, reply: Cut
) -> None:
    server.script(reply)
    stream = model().stream(ASK)
    assert [(await anext(stream)).content for _ in "12"] == ["It ", "opens "]
    with pytest.raises(ModelUnavailable) as caught:
        [piece async for piece in stream]
    assert caught.value.kind in ("away", "broken")
    assert len(server.requests) == 1


async def test_it_waits_as_long_as_the_server_asks(
    server: GeminiServer, settings: Settings
) -> None:
    settings.MODEL_MAX_RETRIES = 1
    await answer()  # loads and makes the client, which is not what is timed
    asked_seconds = 3 * FIRST_PAUSE_SECONDS  # longer than its own pause
    server.script(Failure(429, retry_delay=f"{asked_seconds}s"), Text(SPOKEN))
    began = time.monotonic()
    assert await answer() == SPOKEN
    assert time.monotonic() - began > asked_seconds
    assert models_asked(server) == [NAMES[model().provider][0]] * 3


async def test_it_asks_another_model_rather_than_wait_long(
    server: GeminiServer, settings: Settings
) -> None:
    settings.MODEL_MAX_RETRIES = 2
    server.script(Failure(429, retry_delay="17s"), Text(SPOKEN))
    began = time.monotonic()
    assert await answer() == SPOKEN
    assert time.monotonic() - began < 5
    assert models_asked(server) == [*NAMES[model().provider]]


async def test_it_tells_how_long_a_quota_lasts(server: GeminiServer) -> None:
    server.script(Failure(429), Failure(429, retry_delay="17s"))
    problem = await failure()
    assert (problem.kind, problem.retry_after_seconds) == ("quota", 17)


async def test_it_gives_up_when_all_models_are_down(server: GeminiServer) -> None:
    server.script(Failure(500), Failure(500, "The engine is on fire."))
    problem = await failure()
    assert problem.kind == "away"
    assert "answered 500" in str(problem)
    assert "The engine is on fire." in str(problem)
    assert models_asked(server) == [*NAMES[model().provider]]


async def test_it_replaces_a_retired_model(server: GeminiServer) -> None:
    preferred, stand_in = NAMES[model().provider]
    server.retired.add(preferred)
    server.script(Text(SPOKEN))
    server.structured["Route"] = {"intent": "dining", "confidence": 1}
    assert await answer() == SPOKEN
    assert (await model("router").structured(ASK, Route)).intent == "dining"
    assert models_asked(server) == [preferred, stand_in] * 2


async def test_it_takes_an_empty_answer_for_none(server: GeminiServer) -> None:
    server.script(Text(""))
    problem = await failure()
    assert problem.kind == "broken"
    assert "empty" in str(problem)


async def test_it_tells_a_refusal_and_asks_no_other_model(server: GeminiServer) -> None:
    server.script(Blocked())
    assert (await failure()).kind == "refused"
    assert len(server.requests) == 1


@pytest.mark.parametrize("body", ["<html>surprise</html>", "", "[]", '{"a": 1', "7"])
async def test_it_survives_garbage(server: GeminiServer, body: str) -> None:
    server.script(Garbage(body))
    server.script(Garbage(body), on="generate")
    assert (await failure()).kind in ("broken", "away")
    with pytest.raises(ModelUnavailable):
        await model("router").structured(ASK, Route)


async def test_it_fills_in_a_form(server: GeminiServer) -> None:
    server.structured["Route"] = {"intent": "rooms", "confidence": 0.9}
    route = await model("router").structured(ASK, Route)
    assert route == Route(intent="rooms", confidence=0.9)


@pytest.mark.parametrize("reply", [Json({"intent": "poker"}), BadForm()])
async def test_it_says_when_a_form_is_filled_in_wrongly(
    server: GeminiServer, reply: Json | BadForm
) -> None:
    server.script(reply, on="generate")
    with pytest.raises(ModelUnavailable) as caught:
        await model("router").structured(ASK, Route)
    assert caught.value.kind == "broken"
    assert "Route" in str(caught.value)


@pytest.mark.parametrize("code", [400, 401, 403])
async def test_it_never_repeats_the_key(server: GeminiServer, code: int) -> None:
    """Mallory reads the logs; the server's message may hold what was sent."""
    server.script(*[Failure(code, f"Bad key {KEY} {OPENAI_KEY}")] * 2)
    printed = "".join(traceback.format_exception(await failure()))
    own = {"gemini": KEY, "openai_compatible": OPENAI_KEY}[model().provider]
    assert own not in printed


async def test_it_knows_a_wrong_key(server: GeminiServer) -> None:
    server.keys.add("another-key")
    assert (await failure()).kind == "key"
    assert len(server.requests) == 1


async def test_it_cannot_reach_a_server_that_is_away(
    server: GeminiServer, settings: Settings
) -> None:
    settings.GOOGLE_BASE_URL = "http://127.0.0.1:9"
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"
    assert (await failure()).kind == "away"


async def test_it_hangs_up_when_the_guest_stops(server: GeminiServer) -> None:
    server.script(Text("word " * 200, pause=0.02))
    stream = model().stream(ASK)
    await anext(stream)
    await stream.aclose()  # type: ignore[attr-defined]
    assert await asyncio.to_thread(server.wait_for_disconnect)


def test_it_works_on_one_event_loop_after_another(server: GeminiServer) -> None:
    for _ in range(3):
        assert asyncio.run(answer()).startswith("Good evening")
