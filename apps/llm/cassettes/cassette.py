"""Records what models reply, and replies the same again without asking any.

A cassette is plain JSON. `roles` holds the models that played each role, in order;
`calls` what each was asked, with the hash of the request, and the chunks of its reply,
the schema that it filled in, or how it failed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any, TypeVar

from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel

from apps.llm import meter
from apps.llm.failures import ModelUnavailable
from apps.llm.fallback import FallbackChat
from apps.llm.providers import ChatModel, ToolSchema
from apps.llm.roles import EXTRACTIVE, Role

Schema = TypeVar("Schema", bound=BaseModel)
Models = Callable[[Role], ChatModel | None]
Call = dict[str, Any]
CANCELLED = "cancelled"
# Of a message; ids may be random, and no model reads them.
READ_BY_MODELS = ("type", "content", "tool_calls", "tool_call_id", "name")


class Chain(FallbackChat):
    """The models of a role, each of which `models` makes anew."""

    def __init__(
        self, provider: str, name: str, models: Callable[[], list[ChatModel]]
    ) -> None:
        self.provider, self.name, self._models = provider, name, models

    def models(self) -> list[ChatModel]:
        return self._models()


class Recorder:
    """Hands out models that record what they reply.

    The answerer without a model is left out: it is code, and answers again.
    """

    def __init__(self, models: Models) -> None:
        self._models = models
        self._roles: dict[str, list[tuple[str, str]]] = {}
        self._calls: list[Call] = []

    def model(self, role: Role) -> ChatModel | None:
        model = self._models(role)
        self._roles[role] = [(model.provider, model.name)] if model else []
        if not isinstance(model, FallbackChat):
            return self._recorded(role, model) if model else None

        def models() -> list[ChatModel]:
            chain = model.models()
            self._roles[role] = [(chat.provider, chat.name) for chat in chain]
            return [self._recorded(role, chat) for chat in chain]

        return Chain(model.provider, model.name, models)

    @property
    def cassette(self) -> dict[str, Any]:
        return {"roles": self._roles, "calls": self._calls}

    def _recorded(self, role: Role, model: ChatModel) -> ChatModel:
        if model.provider == EXTRACTIVE:
            return model
        return RecordedChat(role, model, self._calls)


class RecordedChat:
    """A `ChatModel` that adds to `calls` what it is asked and what it replies."""

    def __init__(self, role: Role, model: ChatModel, calls: list[Call]) -> None:
        self.provider, self.name = model.provider, model.name
        self._role, self._model, self._calls = role, model, calls

    async def stream(
        self, messages: list[BaseMessage], tools: Sequence[ToolSchema] = ()
    ) -> AsyncIterator[AIMessageChunk]:
        call = self._begin(request(messages, tools))
        call["chunks"] = chunks = []
        try:
            async with aclosing(self._model.stream(messages, tools)) as pieces:  # type: ignore[type-var]
                async for piece in pieces:
                    chunks.append(piece.model_dump(mode="json"))
                    yield piece
        except ModelUnavailable as failure:
            call["failure"] = _as_json(failure)
            raise
        call["is_whole"] = True

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        call = self._begin(request(messages, schema=schema))
        with meter.counted() as counted:
            call["tokens"] = counted.tokens
            try:
                reply = await self._model.structured(messages, schema)
            except ModelUnavailable as failure:
                call["failure"] = _as_json(failure)
                raise
            except asyncio.CancelledError:
                call["failure"] = {"kind": CANCELLED}
                raise
        call["filled_in"] = reply.model_dump(mode="json")
        return reply

    def _begin(self, request_json: dict[str, Any]) -> Call:
        call = {
            "role": self._role,
            "provider": self.provider,
            "name": self.name,
            "hash": hash_of(request_json),
            "request": request_json,
        }
        self._calls.append(call)
        return call


def request(
    messages: Sequence[BaseMessage],
    tools: Sequence[ToolSchema] = (),
    schema: type[BaseModel] | None = None,
) -> dict[str, Any]:
    """What a model is asked, as JSON."""
    dumped = [message.model_dump(mode="json") for message in messages]
    return {
        "messages": [
            {key: message[key] for key in READ_BY_MODELS if message.get(key)}
            for message in dumped
        ],
        "tools": [dict(tool) for tool in tools],
        "schema": schema.__name__ if schema else "",
    }


def hash_of(request_json: Mapping[str, Any]) -> str:
    """SHA-256 of a request, in hexadecimal."""
    text = json.dumps(request_json, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _as_json(failure: ModelUnavailable) -> dict[str, Any]:
    return {
        "kind": failure.kind,
        "sentence": str(failure),
        "retry_after_seconds": failure.retry_after_seconds,
        "another_model_may_work": failure.another_model_may_work,
    }
