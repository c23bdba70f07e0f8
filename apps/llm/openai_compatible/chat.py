"""The OpenAI API as `RemoteChat` needs it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.runnables import Runnable
from pydantic import BaseModel

from apps.llm.openai_compatible import clients
from apps.llm.openai_compatible.errors import explained
from apps.llm.remote.chat import RemoteChat
from apps.llm.roles import ModelId, Role


class OpenAICompatibleApi:
    # Servers of open models end with the name of their token. A call of a tool that
    # nobody has offered leaves the answer empty.
    complete = frozenset({"stop", "length", "tool_calls", "eos", "eos_token"})
    refused = frozenset({"content_filter"})
    malformed: frozenset[str] = frozenset()

    def client(self, role: Role, model: ModelId) -> BaseChatModel:
        return clients.chat(role, model)

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
