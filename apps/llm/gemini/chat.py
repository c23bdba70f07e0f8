"""The Gemini API as `RemoteChat` needs it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.runnables import Runnable
from pydantic import BaseModel

from apps.llm.gemini import clients
from apps.llm.gemini.errors import explained
from apps.llm.remote.chat import RemoteChat
from apps.llm.roles import ModelId, Role


class GeminiApi:
    complete = frozenset({"STOP", "MAX_TOKENS"})
    refused = frozenset(
        {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"}
    )
    malformed = frozenset({"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"})

    def client(self, role: Role, model: ModelId) -> BaseChatModel:
        return clients.chat(role, model.name)

    def structured(
        self, client: BaseChatModel, schema: type[BaseModel]
    ) -> Runnable[LanguageModelInput, Any]:
        return client.with_structured_output(schema, include_raw=True)

    def explained(self, model: ModelId) -> AbstractContextManager[None]:
        return explained(model.name)


def chat(role: Role, model: ModelId, ends_at: float) -> RemoteChat:
    return RemoteChat(GeminiApi(), role, model, ends_at)
