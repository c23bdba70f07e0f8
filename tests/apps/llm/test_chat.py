"""What only Gemini is told, over HTTP to a fake one through the real client."""

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
from tests.fakes.gemini import Blocked, Failure, GeminiServer, Text
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


async def test_it_never_repeats_the_key(gemini: GeminiServer) -> None:
    """Mallory reads the logs; the provider's message may hold what was sent."""
    gemini.script(Failure(400, f"Bad key {KEY}", reason="API_KEY_INVALID"))
    problem = await failure()
    assert problem.kind == "key"
    assert KEY not in "".join(traceback.format_exception(problem))


@pytest.mark.parametrize("reply", [Blocked(), Text("I must not", finish="SAFETY")])
async def test_it_tells_a_refusal_from_a_fault(
    gemini: GeminiServer, reply: Blocked | Text
) -> None:
    gemini.script(reply)
    assert (await failure()).kind == "refused"


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


@pytest.mark.usefixtures("without_key")
def test_it_has_a_speaker_and_nobody_else_without_a_key() -> None:
    assert chat.provider() == "extractive"
    assert model().provider == "extractive"
    roles: tuple[chat.Role, ...] = ("router", "planner", "validator")
    assert [chat.chat_model(role) for role in roles] == [None] * 3
