"""The port of chat models, and the providers behind it, by dotted path."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from django.conf import settings
from django.utils.module_loading import import_string
from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel

from apps.llm.roles import ModelId, Role

# A function as OpenAI describes it, which the clients of other protocols read too.
ToolSchema = Mapping[str, Any]
Schema = TypeVar("Schema", bound=BaseModel)


class ChatModel(Protocol):
    """A model in a role. Both calls raise `ModelUnavailable` and nothing else.

    provider: the server that is asked, or `extractive`; name: the model there.
    """

    provider: str
    name: str

    def stream(
        self, messages: list[BaseMessage], tools: Sequence[ToolSchema] = ()
    ) -> AsyncIterator[AIMessageChunk]:
        """Pieces of text; the sum of their `usage_metadata` is the turn's usage.

        tools: what the model may call instead. Its calls come as `tool_call_chunks`,
        whose sum `tool_calls.read` reads.
        """

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        """One filled-in `schema`."""


# Makes the model of a role. The float is the moment, on the clock of the event loop, at
# which the time of the role ends. None where the model does not play the role.
Build = Callable[[Role, ModelId, float], ChatModel | None]


def builder(model: ModelId) -> Build:
    """Imports the provider, whose client takes seconds to load, when it is needed."""
    build: Build = import_string(settings.CHAT_PROVIDERS[model.provider])
    return build
