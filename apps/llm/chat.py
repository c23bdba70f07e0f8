"""The models of each role, and how they are asked."""

from collections.abc import AsyncIterator, Callable
from typing import Literal, Protocol, TypeVar

from django.conf import settings
from django.utils.module_loading import import_string
from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel

from apps.llm import breaker

# What a model is asked for.
Role = Literal["router", "planner", "extractor", "speaker", "validator"]
Schema = TypeVar("Schema", bound=BaseModel)


class ChatModel(Protocol):
    """A model in a role. Both calls raise `ModelUnavailable` and nothing else."""

    provider: str
    name: str

    def stream(self, messages: list[BaseMessage]) -> AsyncIterator[AIMessageChunk]:
        """Pieces of text; the sum of their `usage_metadata` is the turn's usage."""

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        """One filled-in `schema`."""


def provider() -> Literal["gemini", "offline", "stub"]:
    if settings.STUB_MODELS:
        return "stub"
    return "gemini" if settings.GOOGLE_API_KEY else "offline"


def state() -> str:
    """`closed` while models are asked, else what their breaker does."""
    return breaker.of(breaker.CHAT).state().phase


def chat_model(role: Role) -> ChatModel | None:
    """None where no model plays the role: offline, all but the speaker.

    Providers are imported when they are asked for: the Gemini client takes seconds.
    """
    build: Callable[[Role], ChatModel | None]
    build = import_string(settings.CHAT_PROVIDERS[provider()])
    return build(role)
