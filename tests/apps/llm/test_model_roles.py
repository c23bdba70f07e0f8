"""Which models play a role, and what they are told of its limits."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import BaseMessage, HumanMessage
from pydantic import BaseModel
from pytest_django import Settings

from apps.llm import chat, model_settings, roles
from apps.llm.roles import ModelId
from tests.fakes.gemini import GeminiServer
from tests.model_fixtures import OPENAI_KEY

pytestmark = pytest.mark.usefixtures("closed_connections")
ASK: list[BaseMessage] = [HumanMessage("When does Ballo open?")]


class Form(BaseModel):
    intent: str


async def speak() -> None:
    model = chat.chat_model("speaker")
    assert model is not None
    [piece async for piece in model.stream(ASK)]


def sent(server: GeminiServer) -> dict[str, Any]:
    """What the preferred model was told of its limits in its last request.

    Another one stands in where it is silent for ten seconds, as on a busy machine.
    """
    model_name = roles.models("speaker")[0].name
    body = [row.body for row in server.requests if row.model == model_name][-1]
    return dict(body.get("generationConfig", body))


def test_it_reads_servers_and_names_with_colons(settings: Settings) -> None:
    settings.OPENAI_SERVERS = {"groq": "https://groq.example/v1"}
    assert roles.parse("gemini-2.5-flash") == ModelId("gemini", "gemini-2.5-flash")
    assert roles.parse("groq:llama-3.1:8b") == ModelId("groq", "llama-3.1:8b")
    assert roles.parse("groq:llama-3.1:8b").provider == "openai_compatible"
    assert roles.parse("extractive").provider == "extractive"


def test_each_role_has_models_of_its_own(settings: Settings) -> None:
    settings.GOOGLE_API_KEY = "key"
    settings.OPENAI_SERVERS = {"groq": "https://groq.example/v1"}
    settings.ROLE_MODELS = {"router": "groq:small+gemini-2.5-flash+groq:small"}
    assert [str(model) for model in roles.models("router")] == [
        "groq:small",
        "gemini:gemini-2.5-flash",
    ]
    assert roles.models("speaker")[0].name == settings.MODEL_NAME
    settings.GOOGLE_API_KEY = ""
    assert [str(model) for model in roles.models("router")] == ["groq:small"]
    assert roles.models("speaker") == []
    assert chat.provider() == "extractive"


def test_the_records_may_speak_while_a_model_routes(settings: Settings) -> None:
    settings.GOOGLE_API_KEY = "key"
    settings.ROLE_MODELS = {"speaker": "extractive"}
    speaker, router = chat.chat_model("speaker"), chat.chat_model("router")
    assert (speaker and speaker.provider, router and router.provider) == (
        "extractive",
        "gemini",
    )


@pytest.mark.parametrize(
    ("name", "temperature"),
    [
        ("gemini-3.5-flash-lite", None),
        ("gemini-3.5-flash", 0.7),
        ("gemini-3-pro-preview", 0.7),
        ("gemini-2.5-flash", 0.7),
    ],
)
async def test_gemini_gets_a_temperature_where_it_takes_one(
    gemini: GeminiServer, settings: Settings, name: str, temperature: float | None
) -> None:
    settings.ROLE_TEMPERATURES = {"speaker": "0.7"}
    settings.MODEL_NAME = name
    await speak()
    assert sent(gemini).get("temperature") == temperature


@pytest.mark.parametrize(
    ("name", "temperature"), [("llama-3.3-70b", 0.3), ("reasoner-2", None)]
)
async def test_other_models_get_a_temperature_where_they_take_one(
    openai_compatible: GeminiServer,
    settings: Settings,
    name: str,
    temperature: float | None,
) -> None:
    settings.MODELS_WITHOUT_TEMPERATURE = ["reasoner"]
    settings.MODEL_NAME = f"openai_compatible:{name}"
    await speak()
    assert sent(openai_compatible).get("temperature") == temperature


async def test_other_servers_are_told_the_limits_of_a_role(
    openai_compatible: GeminiServer, settings: Settings
) -> None:
    settings.ROLE_MAX_OUTPUT_TOKENS = {"router": "90"}
    router = chat.chat_model("router")
    assert router is not None
    openai_compatible.structured["Form"] = {"intent": "dining"}
    assert (await router.structured(ASK, Form)).intent == "dining"
    assert sent(openai_compatible)["max_tokens"] == 90
    assert sent(openai_compatible)["temperature"] == 0
    await speak()
    assert sent(openai_compatible)["max_tokens"] == settings.MODEL_MAX_OUTPUT_TOKENS
    assert sent(openai_compatible)["stream_options"] == {"include_usage": True}
    key = openai_compatible.requests[-1].headers["authorization"]
    assert key == f"Bearer {OPENAI_KEY}"


async def test_no_key_of_the_environment_goes_to_another_server(
    openai_compatible: GeminiServer,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "of-another-program")
    settings.OPENAI_API_KEY = ""
    await speak()
    assert "of-another-program" not in str(openai_compatible.requests[-1].headers)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"ROLE_MODELS": {"waiter": "gemini-2.5-flash"}}, "no role"),
        ({"ROLE_TIMEOUT_SECONDS": {"speaker": "soon"}}, "no number"),
        ({"MODEL_NAME": "llama3.1:8b"}, "no server"),
        ({"MODEL_NAME": "openai_compatible:llama3.1:8b"}, "no address"),
        ({"EMBEDDING_FALLBACKS": ["openai_compatible:bge-m3@1024"]}, "no address"),
        ({"EMBEDDING_FALLBACKS": ["gemini-embedding-001@long"]}, "length of vectors"),
        ({"OPENAI_SERVERS": {"gemini": "http://x"}}, "taken"),
        ({"OPENAI_SERVERS": {"a-name-that-no-row-can-keep": "http://x"}}, "too long"),
        ({"OPENAI_STRUCTURED_OUTPUT": "xml"}, "no way to fill in forms"),
    ],
)
def test_settings_that_cannot_be_meant_stop_the_start(
    settings: Settings, changes: dict[str, Any], problem: str
) -> None:
    assert not list(model_settings.problems())
    for name, value in changes.items():
        setattr(settings, name, value)
    [(sentence, remedy)] = model_settings.problems()
    assert problem in sentence
    assert remedy
