"""Servers stand in for each other: before the first word nobody notices."""

from __future__ import annotations

import pytest
from langchain_core.messages import BaseMessage, HumanMessage
from pydantic import BaseModel
from pytest_django import Settings

from apps.llm import breaker, chat, fallback, roles
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable
from tests.fakes.gemini import Blocked, Cut, Failure, GeminiServer, Reply, Text

pytestmark = pytest.mark.usefixtures("closed_connections", "both")
ASK: list[BaseMessage] = [HumanMessage("When does Ballo open?")]
SPOKEN = "Ballo opens at five."


class Form(BaseModel):
    intent: str


@pytest.fixture
def both(gemini: GeminiServer, openai_server: GeminiServer, settings: Settings) -> None:
    """Two models of Gemini, then one of another server."""
    openai_server.forget()
    settings.OPENAI_SERVERS = {"groq": f"{openai_server.url}/v1"}
    settings.MODEL_FALLBACKS = ["gemini-2.5-flash", "groq:llama-3.3-70b"]
    breaker.reset()


def model(role: chat.Role = "speaker") -> ChatModel:
    chat_model = chat.chat_model(role)
    assert chat_model is not None
    return chat_model


async def answer() -> str:
    return "".join([str(piece.content) async for piece in model().stream(ASK)])


def models_asked(*servers: GeminiServer) -> list[str]:
    return [request.model for server in servers for request in server.requests]


@pytest.mark.parametrize(
    ("reply", "count"),
    [
        (Failure(500), 2),  # another model of the same server may work
        (Failure(429), 2),
        (Failure(403), 1),  # but not with the same key
        (Failure(400, "Bad request."), 1),
        (Text(""), 1),
        (Text("Never.", first_pause=3), 1),
    ],
)
async def test_another_server_answers(
    gemini: GeminiServer,
    openai_server: GeminiServer,
    settings: Settings,
    reply: Reply,
    count: int,
) -> None:
    settings.MODEL_IDLE_TIMEOUT_SECONDS = 0.5
    gemini.script(*[reply] * 2)
    gemini.script(*[Failure(500)] * 2, on="generate")
    openai_server.script(Text(SPOKEN))
    openai_server.structured["Form"] = {"intent": "dining"}
    assert await answer() == SPOKEN
    assert len(models_asked(gemini)) == count
    assert models_asked(openai_server) == ["llama-3.3-70b"]
    assert (await model("router").structured(ASK, Form)).intent == "dining"


async def test_a_server_that_cannot_be_reached_costs_one_attempt(
    gemini: GeminiServer, openai_server: GeminiServer, settings: Settings
) -> None:
    settings.GOOGLE_BASE_URL = "http://127.0.0.1:9"
    openai_server.script(Text(SPOKEN))
    assert await answer() == SPOKEN
    assert breaker.of(breaker.chat(roles.GEMINI)).state().failures == 1


async def test_a_server_that_rests_is_passed_over(
    gemini: GeminiServer, openai_server: GeminiServer, settings: Settings
) -> None:
    settings.BREAKER_FAILURES = 2
    gemini.script(*[Failure(503)] * 2)
    openai_server.script(*[Text(SPOKEN)] * 2)
    assert [await answer(), await answer()] == [SPOKEN] * 2
    assert len(models_asked(gemini)) == 2
    assert chat.state() == "open"


async def test_no_other_server_answers_what_one_has_refused(
    gemini: GeminiServer, openai_server: GeminiServer
) -> None:
    gemini.script(Blocked())
    with pytest.raises(ModelUnavailable, match="refused"):
        await answer()
    assert not openai_server.requests


async def test_a_stream_that_has_begun_is_not_joined_to_another(
    gemini: GeminiServer, openai_server: GeminiServer
) -> None:
    gemini.script(Cut("Ballo opens"))
    with pytest.raises(ModelUnavailable):
        await answer()
    assert not openai_server.requests


async def test_the_models_of_a_role_come_in_their_order(
    gemini: GeminiServer, openai_server: GeminiServer
) -> None:
    models = fallback.models_of(model())
    assert [(model.provider, model.name) for model in models] == [
        ("gemini", "gemini-3.5-flash-lite"),
        ("gemini", "gemini-2.5-flash"),
        ("groq", "llama-3.3-70b"),
    ]


async def test_all_models_share_the_time_of_the_role(
    gemini: GeminiServer, openai_server: GeminiServer, settings: Settings
) -> None:
    settings.MODEL_TIMEOUT_SECONDS = 1.5
    gemini.script(Text("Never.", first_pause=3))
    # In time if it had as long as the first one; late in what remains.
    openai_server.script(Text("Too late.", first_pause=0.3))
    with pytest.raises(ModelUnavailable) as caught:
        await answer()
    assert caught.value.kind == "timeout"
