"""The public face of the models: who plays a role, and how it is asked."""

from collections.abc import AsyncIterator
from typing import Literal, Protocol, TypeVar

from django.conf import settings
from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel

from apps.llm import breaker
from apps.llm.failures import Kind, ModelUnavailable
from apps.llm.roles import Role

__all__ = [
    "ChatModel",
    "Kind",
    "ModelUnavailable",
    "Role",
    "chat_model",
    "provider",
    "state",
]

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
    """None where no model plays the role: offline, all but the speaker."""
    if provider() == "stub":
        from apps.llm.stub import StubChat  # noqa: PLC0415

        return StubChat(role)
    if provider() == "gemini":
        # The Gemini client takes seconds to import; who has no key never waits for it.
        from apps.llm.gemini_chat import GeminiChat  # noqa: PLC0415

        return GeminiChat(role)
    if role != "speaker":
        return None
    from apps.llm.offline_chat import OfflineChat  # noqa: PLC0415

    return OfflineChat()
