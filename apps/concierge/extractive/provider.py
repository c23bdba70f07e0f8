"""The offline speaker behind the same face as Gemini."""

from collections.abc import AsyncIterator
from typing import TypeVar

from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel

from apps.concierge.extractive.answerer import NAME, OfflineSpeaker
from apps.llm.chat import Role
from apps.llm.failures import ModelUnavailable

Schema = TypeVar("Schema", bound=BaseModel)


class OfflineChat:
    """The `ChatModel` of the speaker while no key is set."""

    provider = "offline"
    name = NAME

    async def stream(
        self, messages: list[BaseMessage]
    ) -> AsyncIterator[AIMessageChunk]:
        async for chunk in OfflineSpeaker().astream(messages):
            yield chunk

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        """Always raises: quoting passages fills in no form."""
        raise ModelUnavailable(
            "broken", f"The offline speaker cannot fill in {schema.__name__}."
        )


def chat(role: Role) -> OfflineChat | None:
    """Without a key nobody but the speaker has a model."""
    return OfflineChat() if role == "speaker" else None
