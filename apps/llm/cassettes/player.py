"""Models that reply as a cassette has recorded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, TypeVar

from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel, ValidationError

from apps.llm import meter, providers
from apps.llm.cassettes.cassette import CANCELLED, Call, Chain, Models, hash_of, request
from apps.llm.failures import ModelUnavailable
from apps.llm.providers import ChatModel, ToolSchema
from apps.llm.roles import EXTRACTIVE, ModelId, Role

Schema = TypeVar("Schema", bound=BaseModel)


class Player:
    """Hands out the models of a cassette.

    new_models: asked where a request was not recorded. Without them the same model's
    next reply stands for the one that it would give, and where it has none, it fails.
    new_requests: (role, request) of those, in order. played: what the recorded replies
    took, of which nothing is paid again.
    """

    def __init__(
        self, cassette: Mapping[str, Any], new_models: Models | None = None
    ) -> None:
        self._roles, self._calls = cassette["roles"], list(cassette["calls"])
        self._new_models = new_models
        self.new_requests: list[tuple[Role, dict[str, Any]]] = []
        self.played = meter.Meter()

    def model(self, role: Role) -> ChatModel | None:
        if role not in self._roles:
            return self._new_models(role) if self._new_models else None
        chain = self._roles[role]
        if not chain:
            return None
        [(provider, name), *_] = chain
        if provider == EXTRACTIVE:
            return _extractive(role)
        return Chain(provider, name, lambda: self._models(role, chain))

    def new_model(self, role: Role) -> ChatModel | None:
        return self._new_models(role) if self._new_models else None

    def next_call(self, model: PlayedChat, request_json: dict[str, Any]) -> Call | None:
        """The recorded call with this request, or else the one that stands for it.

        None where a new model is to be asked. Raises ModelUnavailable where neither is.
        """
        of_model = [call for call in self._calls if _is_by(call, model)]
        same = [call for call in of_model if call["hash"] == hash_of(request_json)]
        if not same:
            self.new_requests.append((model.role, request_json))
            if self._new_models:
                return None
        if not (same or of_model):
            raise ModelUnavailable("broken", f"{model.name} has no recorded reply.")
        call: Call = (same or of_model)[0]
        self._calls.remove(call)
        return call

    def note(self, model: str, usage: Mapping[str, Any] | None) -> None:
        """Counts a recorded reply, as the model that gave it was counted."""
        meter.note(model, usage)
        self.played.add(model, usage)

    def _models(self, role: Role, chain: Sequence[tuple[str, str]]) -> list[ChatModel]:
        models = [
            _extractive(role)
            if provider == EXTRACTIVE
            else PlayedChat(self, role, provider, name)
            for provider, name in chain
        ]
        return [model for model in models if model]


class PlayedChat:
    """The `ChatModel` that a cassette has heard in this role."""

    def __init__(self, player: Player, role: Role, provider: str, name: str) -> None:
        self.role, self.provider, self.name = role, provider, name
        self._player = player

    async def stream(
        self, messages: list[BaseMessage], tools: Sequence[ToolSchema] = ()
    ) -> AsyncIterator[AIMessageChunk]:
        call = self._player.next_call(self, request(messages, tools))
        if call is None:
            async with aclosing(self._new().stream(messages, tools)) as pieces:  # type: ignore[type-var]
                async for piece in pieces:
                    yield piece
            return
        for chunk in call.get("chunks", ()):
            piece = AIMessageChunk.model_validate(chunk)
            self._player.note(self.name, piece.usage_metadata)
            yield piece
        await _fail_as_recorded(call)
        if not call.get("is_whole"):
            raise ModelUnavailable("broken", "Nobody heard the rest of this reply.")

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        call = self._player.next_call(self, request(messages, schema=schema))
        if call is None:
            return await self._new().structured(messages, schema)
        for name, (input_tokens, output_tokens) in call.get("tokens", {}).items():
            usage = {"input_tokens": input_tokens, "output_tokens": output_tokens}
            self._player.note(name, usage)
        await _fail_as_recorded(call)
        try:
            return schema.model_validate(call.get("filled_in"))
        except ValidationError as error:
            raise ModelUnavailable(
                "broken", "The recorded reply is another."
            ) from error

    def _new(self) -> ChatModel:
        model = self._player.new_model(self.role)
        if model is None:
            raise ModelUnavailable("away", f"No model plays the {self.role} now.")
        return model


def _is_by(call: Call, model: PlayedChat) -> bool:
    recorded = (call["role"], call["provider"], call["name"])
    return recorded == (model.role, model.provider, model.name)


def _extractive(role: Role) -> ChatModel | None:
    model = ModelId(EXTRACTIVE, "")
    return providers.builder(model)(role, model, 0.0)


async def _fail_as_recorded(call: Call) -> None:
    failure = call.get("failure")
    if not failure:
        return
    if failure["kind"] == CANCELLED:
        await asyncio.Event().wait()  # for the deadline that it met then
    raise ModelUnavailable(
        failure["kind"],
        failure["sentence"],
        retry_after_seconds=failure["retry_after_seconds"],
        another_model_may_work=failure["another_model_may_work"],
    )
