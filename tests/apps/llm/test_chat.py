"""Models in their roles, over HTTP to a fake Gemini through the real client."""

import asyncio
import traceback
from collections.abc import AsyncIterator
from typing import Literal

import pytest
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
)
from pydantic import BaseModel
from pytest_django import Settings

from apps.llm import chat
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable
from tests.fakes.gemini import Blocked, Cut, Failure, Garbage, GeminiServer, Json, Text
from tests.model_fixtures import KEY

pytestmark = pytest.mark.usefixtures("closed_connections")

ASK: list[BaseMessage] = [
    SystemMessage("You are the concierge."),
    HumanMessage("Hello"),
    AIMessage("Good evening."),
    HumanMessage("When does Ballo open?"),
]


class Route(BaseModel):
    intent: Literal["dining", "rooms"]
    confidence: float


def model(role: chat.Role = "speaker") -> ChatModel:
    chat_model = chat.chat_model(role)
    assert chat_model is not None
    return chat_model


async def answer(role: chat.Role = "speaker") -> str:
    return "".join([str(piece.content) async for piece in model(role).stream(ASK)])


async def failure() -> ModelUnavailable:
    with pytest.raises(ModelUnavailable) as caught:
        await answer()
    return caught.value


async def test_it_streams_an_answer_and_counts_its_tokens(gemini: GeminiServer) -> None:
    gemini.script(Text("Ballo opens at five.", thoughts=8))
    pieces = [piece async for piece in model().stream(ASK)]
    assert "".join(str(piece.content) for piece in pieces) == "Ballo opens at five."
    assert len([piece for piece in pieces if piece.content]) == 4
    usage = [piece.usage_metadata for piece in pieces if piece.usage_metadata]
    assert sum(one["input_tokens"] for one in usage) == 12
    assert sum(one["output_tokens"] for one in usage) == 4 + 8


async def test_it_sends_rules_history_and_question_apart(gemini: GeminiServer) -> None:
    await answer()
    body = gemini.requests[0].body
    assert body["systemInstruction"]["parts"][0]["text"] == "You are the concierge."
    assert [turn["role"] for turn in body["contents"]] == ["user", "model", "user"]
    assert gemini.requests[0].headers["x-goog-api-key"] == KEY
    assert body["generationConfig"]["maxOutputTokens"] == 2048


async def test_it_lets_no_model_think_longer_than_it_must(
    gemini: GeminiServer, settings: Settings
) -> None:
    for name in ("gemini-3.5-flash-lite", "gemini-2.5-flash", "gemini-2.0-flash"):
        settings.MODEL_NAME = name
        await answer()
    configs = [request.body["generationConfig"] for request in gemini.requests]
    assert "minimal" in str(configs[0]["thinkingConfig"]).lower()
    assert "temperature" not in configs[0]
    assert configs[1]["thinkingConfig"]["thinking_budget"] == 0
    assert configs[1]["temperature"] == 0.3
    assert "thinkingConfig" not in configs[2]


async def test_it_gives_the_router_no_temperature(
    gemini: GeminiServer, settings: Settings
) -> None:
    settings.MODEL_NAME = "gemini-2.5-flash"
    await answer("router")
    assert gemini.requests[0].body["generationConfig"]["temperature"] == 0.0


async def test_it_fills_in_a_form(gemini: GeminiServer) -> None:
    gemini.structured["Route"] = {"intent": "rooms", "confidence": 0.9}
    route = await model("router").structured(ASK, Route)
    assert route == Route(intent="rooms", confidence=0.9)


async def test_it_says_when_a_form_is_filled_in_wrongly(gemini: GeminiServer) -> None:
    gemini.script(Json({"intent": "poker"}), on="generate")
    with pytest.raises(ModelUnavailable, match="does not fit Route") as caught:
        await model("router").structured(ASK, Route)
    assert caught.value.kind == "broken"


async def test_it_asks_again_after_too_many_requests(
    gemini: GeminiServer, settings: Settings
) -> None:
    settings.MODEL_MAX_RETRIES = 1
    gemini.script(Failure(429), Text("Welcome back."))
    assert await answer() == "Welcome back."
    assert [one.model for one in gemini.requests] == ["gemini-3.5-flash-lite"] * 2


async def test_it_tells_an_exhausted_quota_and_how_long_to_wait(
    gemini: GeminiServer,
) -> None:
    gemini.script(Failure(429), Failure(429, retry_delay="17s"))
    problem = await failure()
    assert (problem.kind, problem.retry_after_seconds) == ("quota", 17)
    assert len(gemini.requests) == 2


async def test_it_lets_the_next_model_stand_in_for_a_retired_one(
    gemini: GeminiServer, caplog: pytest.LogCaptureFixture
) -> None:
    gemini.retired.add("gemini-3.5-flash-lite")
    gemini.structured["Route"] = {"intent": "dining", "confidence": 1}
    gemini.script(Text("Still here."))
    assert await answer() == "Still here."
    assert (await model("router").structured(ASK, Route)).intent == "dining"
    assert {one.model for one in gemini.requests[1::2]} == {"gemini-2.5-flash"}
    assert "no longer available" in caplog.text


async def test_it_gives_up_when_every_model_is_down(gemini: GeminiServer) -> None:
    gemini.script(Failure(500), Failure(503, "The model is overloaded."))
    problem = await failure()
    assert problem.kind == "away"
    assert "gemini-2.5-flash answered 503: The model is overloaded." in str(problem)


async def test_it_never_repeats_the_key(gemini: GeminiServer) -> None:
    """Mallory reads the logs; the provider's message may hold what was sent."""
    gemini.script(Failure(400, f"Bad key {KEY}", reason="API_KEY_INVALID"))
    problem = await failure()
    assert problem.kind == "key"
    assert KEY not in "".join(traceback.format_exception(problem))


async def test_it_knows_a_wrong_key(gemini: GeminiServer) -> None:
    gemini.keys.add("another-key")
    assert (await failure()).kind == "key"
    assert len(gemini.requests) == 1


async def test_it_does_not_wait_for_a_silent_model(
    gemini: GeminiServer, settings: Settings
) -> None:
    settings.MODEL_IDLE_TIMEOUT_SECONDS = 0.2
    gemini.script(Text("Too late.", first_pause=3))
    assert (await failure()).kind == "timeout"
    assert gemini.wait_for_disconnect()


async def test_it_ends_an_answer_that_drips(
    gemini: GeminiServer, settings: Settings
) -> None:
    settings.MODEL_TIMEOUT_SECONDS = 0.5
    gemini.script(Text("one two three four five six seven eight nine ten", pause=0.1))
    assert (await failure()).kind == "timeout"


@pytest.mark.parametrize("reply", [Cut("It opens at"), Cut("It opens", cleanly=True)])
async def test_it_does_not_take_half_an_answer_for_a_whole(
    gemini: GeminiServer, reply: Cut
) -> None:
    gemini.script(reply)
    stream = model().stream(ASK)
    pieces = [(await anext(stream)).content, (await anext(stream)).content]
    with pytest.raises(ModelUnavailable) as caught:
        [piece async for piece in stream]
    assert caught.value.kind in ("away", "broken")
    assert pieces == ["It ", "opens "]
    assert len(gemini.requests) == 1


@pytest.mark.parametrize("reply", [Blocked(), Text("I must not", finish="SAFETY")])
async def test_it_tells_a_refusal_from_a_fault(
    gemini: GeminiServer, reply: Blocked | Text
) -> None:
    gemini.script(reply)
    assert (await failure()).kind == "refused"


@pytest.mark.parametrize("body", ["<html>surprise</html>", "", "[]", '{"a": 1', "7"])
async def test_it_survives_garbage(gemini: GeminiServer, body: str) -> None:
    gemini.script(Garbage(body))
    gemini.script(Garbage(body), on="generate")
    assert (await failure()).kind == "broken"
    with pytest.raises(ModelUnavailable):
        await model("router").structured(ASK, Route)


async def test_it_hangs_up_when_the_guest_stops(gemini: GeminiServer) -> None:
    gemini.script(Text("word " * 200, pause=0.02))
    stream = model().stream(ASK)
    await anext(stream)
    task = asyncio.create_task(_read(stream))
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert gemini.wait_for_disconnect()


async def _read(stream: AsyncIterator[AIMessageChunk]) -> None:
    async for _ in stream:
        pass


async def test_it_hangs_up_when_the_reader_has_enough(gemini: GeminiServer) -> None:
    gemini.script(Text("word " * 200, pause=0.02))
    stream = model().stream(ASK)
    await anext(stream)
    await stream.aclose()  # type: ignore[attr-defined]
    assert await asyncio.to_thread(gemini.wait_for_disconnect)


def test_it_works_on_one_event_loop_after_another(gemini: GeminiServer) -> None:
    for _ in range(3):
        assert asyncio.run(answer()).startswith("Good evening")


@pytest.mark.usefixtures("without_key")
def test_it_has_a_speaker_and_nobody_else_without_a_key() -> None:
    assert chat.provider() == "offline"
    assert model().provider == "offline"
    roles: tuple[chat.Role, ...] = ("router", "planner", "validator")
    assert [chat.chat_model(role) for role in roles] == [None] * 3
