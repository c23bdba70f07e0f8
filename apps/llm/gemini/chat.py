"""The Gemini API as `RemoteChat` needs it, by LangChain's clients."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.runnables import Runnable
from langchain_google_genai import ChatGoogleGenerativeAI
from pydantic import BaseModel

from apps.infrastructure.loop_clients import clients
from apps.llm import roles
from apps.llm.gemini.errors import explained
from apps.llm.remote.chat import RemoteChat
from apps.llm.roles import ModelId, Role

# Longest matching beginning of a model's name wins. Generation 3 takes a level; 2.5
# takes a budget in tokens, which its pro model cannot switch off.
# https://ai.google.dev/gemini-api/docs/thinking
_QUICK: dict[str, dict[str, Any]] = {
    "gemini-2.5-pro": {"thinking_budget": 128},
    "gemini-2.5": {"thinking_budget": 0},
    "gemini-3": {"reasoning_effort": "minimal"},
    "gemini-3-pro": {"reasoning_effort": "low"},
    "gemini-3.1-pro": {"reasoning_effort": "low"},
}


def langchain_client(role: Role, name: str) -> ChatGoogleGenerativeAI:
    """The client of the running loop; making one costs about 100 ms."""
    options = _options(role, name)
    return clients().get(
        ("chat", *sorted((key, str(value)) for key, value in options.items())),
        lambda: ChatGoogleGenerativeAI(**options),
    )


def _options(role: Role, name: str) -> dict[str, Any]:
    options: dict[str, Any] = {
        "model": name,
        "google_api_key": settings.GOOGLE_API_KEY,
        "base_url": settings.GOOGLE_BASE_URL or None,
        "timeout": roles.timeout_seconds(role),
        "max_retries": 1,  # of attempts: `RemoteChat` asks again
        "max_output_tokens": roles.max_output_tokens(role),
        "vertexai": False,
    }
    temperature = roles.temperature(role, name)
    if temperature is not None:
        options["temperature"] = temperature
    return options | _thinking(name)


def _thinking(name: str) -> dict[str, Any]:
    """As little as the model allows: every role is on the guest's waiting time."""
    families = [family for family in _QUICK if name.startswith(family)]
    return _QUICK[max(families, key=len)] if families else {}


class GeminiApi:
    complete = frozenset({"STOP", "MAX_TOKENS"})
    refused = frozenset(
        {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"}
    )
    malformed = frozenset({"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"})

    def client(self, role: Role, model: ModelId) -> BaseChatModel:
        return langchain_client(role, model.name)

    def structured(
        self, client: BaseChatModel, schema: type[BaseModel]
    ) -> Runnable[LanguageModelInput, Any]:
        return client.with_structured_output(schema, include_raw=True)

    def explained(self, model: ModelId) -> AbstractContextManager[None]:
        return explained(model.name)


def chat(role: Role, model: ModelId, ends_at: float) -> RemoteChat:
    return RemoteChat(GeminiApi(), role, model, ends_at)
