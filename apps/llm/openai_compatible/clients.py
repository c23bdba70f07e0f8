"""LangChain's OpenAI clients, made from the settings."""

from __future__ import annotations

from typing import Any

from langchain_openai.chat_models.base import BaseChatOpenAI
from openai import DefaultAsyncHttpxClient

from apps.infrastructure.loop_clients import clients
from apps.llm import roles
from apps.llm.roles import ModelId, Role

# The client would otherwise take a key of the environment, which is another server's.
NO_KEY = "none"
# OpenAI's own API has renamed the limit; the other servers know it by its first name.
OPENAI_HOST = "api.openai.com"


class OpenAIClient(BaseChatOpenAI):
    """A client that its event loop closes."""

    async def aclose(self) -> None:
        await self.root_async_client.close()


def chat(role: Role, model: ModelId) -> OpenAIClient:
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
