"""Several models in one role, of one provider or of several: the first that works."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import TypeVar

from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel

from apps.llm import providers, roles
from apps.llm.failures import ModelUnavailable
from apps.llm.providers import ChatModel, ToolSchema
from apps.llm.roles import ModelId, Role

logger = logging.getLogger(__name__)
Schema = TypeVar("Schema", bound=BaseModel)


class FallbackChat:
    """The `ChatModel` of a role with the models that stand in for it.

    provider, name: of the preferred model. A caller that needs to know which model
    answered, or that can take back words already streamed, asks its `models` itself.
    """

    def __init__(self, role: Role, models: Sequence[ModelId]) -> None:
        self._role, self._ids = role, models
        self.provider, self.name = models[0].server, models[0].name

    def models(self) -> list[ChatModel]:
        """The models one by one; from now on the role's time runs for all of them."""
        now = asyncio.get_running_loop().time()
        ends_at = now + roles.timeout_seconds(self._role)
        built = (
            providers.builder(model)(self._role, model, ends_at) for model in self._ids
        )
        return [model for model in built if model]

    async def stream(
        self, messages: list[BaseMessage], tools: Sequence[ToolSchema] = ()
    ) -> AsyncIterator[AIMessageChunk]:
        """Another model stands in only before the first words."""
        untried = self.models()
        while untried:
            model, *untried = untried
            has_words = False
            try:
                async with aclosing(model.stream(messages, tools)) as pieces:  # type: ignore[type-var]
                    async for piece in pieces:
                        has_words = has_words or bool(piece.content)
                        yield piece
            except ModelUnavailable as failure:
                untried = [] if has_words else stand_ins(model, failure, untried)
                if not untried:
                    raise
            else:
                return

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        untried = self.models()
        while True:
            model, *untried = untried
            try:
                return await model.structured(messages, schema)
            except ModelUnavailable as failure:
                untried = stand_ins(model, failure, untried)
                if not untried:
                    raise


def models_of(model: ChatModel) -> list[ChatModel]:
    """The models that play its role, to be asked in this order."""
    return model.models() if isinstance(model, FallbackChat) else [model]


def stand_ins(
    failed: ChatModel, failure: ModelUnavailable, untried: Sequence[ChatModel]
) -> list[ChatModel]:
    """The untried models that may work where this one has failed.

    What a safety filter has refused, only the extractive answerer may still answer: it
    quotes records and writes nothing.
    """
    if failure.kind == "refused":
        remaining = [model for model in untried if model.provider == roles.EXTRACTIVE]
    elif failure.another_model_may_work:
        remaining = list(untried)
    else:
        remaining = [model for model in untried if model.provider != failed.provider]
    if remaining:
        logger.warning("%s Trying %s.", failure, remaining[0].name)
    return remaining
