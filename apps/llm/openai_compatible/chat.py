"""The OpenAI API as `RemoteChat` needs it, by LangChain's clients."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.runnables import Runnable
from langchain_openai.chat_models.base import BaseChatOpenAI
from openai import DefaultAsyncHttpxClient
from pydantic import BaseModel

from apps.infrastructure.loop_clients import clients
from apps.llm import roles
from apps.llm.openai_compatible.errors import explained
from apps.llm.remote.chat import RemoteChat
from apps.llm.roles import ModelId, Role

# The client would otherwise take a key of the environment, which is another server's.
NO_KEY = "none"
# OpenAI's own API has renamed the limit; the other servers know it by its first name.
OPENAI_HOST = "api.openai.com"


class OpenAIClient(BaseChatOpenAI):
    """A client that its event loop closes."""

    async def aclose(self) -> None:
        await self.root_async_client.close()


def langchain_client(role: Role, model: ModelId) -> OpenAIClient:
    """The client of the running loop."""
    options = _options(role, model)
    key = sorted((name, str(value)) for name, value in options.items())
    return clients().get(
        ("openai-chat", *key),
        # By default all loops share one pool of connections, which work on one alone.
        lambda: OpenAIClient(**options, http_async_client=DefaultAsyncHttpxClient()),
    )


def _options(role: Role, model: ModelId) -> dict[str, Any]:
    address = roles.openai_servers()[model.server]
    options: dict[str, Any] = {
        "model": model.name,
        "base_url": address,
        "api_key": roles.openai_key(model.server) or NO_KEY,
        "timeout": roles.timeout_seconds(role),
        "stream_chunk_timeout": None,  # `RemoteChat` has limits of its own
        "max_retries": 0,
        "stream_usage": True,
        "use_responses_api": False,
    }
    tokens = roles.max_output_tokens(role)
    if OPENAI_HOST in address:
        options["model_kwargs"] = {"max_completion_tokens": tokens}
    else:
        options["max_tokens"] = tokens
    temperature = roles.temperature(role, model.name)
    if temperature is not None:
        options["temperature"] = temperature
    return options


class OpenAICompatibleApi:
    # Servers of open models end with the name of their token. A call of a tool that
    # nobody has offered leaves the answer empty.
    complete = frozenset({"stop", "length", "tool_calls", "eos", "eos_token"})
    refused = frozenset({"content_filter"})
    malformed: frozenset[str] = frozenset()

    def client(self, role: Role, model: ModelId) -> BaseChatModel:
        return langchain_client(role, model)

    def structured(
        self, client: BaseChatModel, schema: type[BaseModel]
    ) -> Runnable[LanguageModelInput, Any]:
        return client.with_structured_output(
            schema, method=settings.OPENAI_STRUCTURED_OUTPUT, include_raw=True
        )

    def explained(self, model: ModelId) -> AbstractContextManager[None]:
        return explained(model)


def chat(role: Role, model: ModelId, ends_at: float) -> RemoteChat:
    return RemoteChat(OpenAICompatibleApi(), role, model, ends_at)
