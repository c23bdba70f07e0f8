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
from apps.llm.providers import ChatModel
from apps.llm.roles import ModelId, Role

logger = logging.getLogger(__name__)
Schema = TypeVar("Schema", bound=BaseModel)


class FallbackChat:
    """The `ChatModel` of a role with its stand-ins.

    provider, name: of the preferred model. Who needs to know which one answered, or can
    take back what was said, asks the `attempts` himself.
    """

    def __init__(self, role: Role, models: Sequence[ModelId]) -> None:
        self._role, self._models = role, models
        self.provider, self.name = models[0].server, models[0].name

    def attempts(self) -> list[ChatModel]:
        """The models one by one; from now on the role's time runs for all of them."""
        now = asyncio.get_running_loop().time()
        ends_at = now + roles.timeout_seconds(self._role)
        built = (
            providers.builder(model)(self._role, model, ends_at)
            for model in self._models
        )
        return [model for model in built if model]

    async def stream(
        self, messages: list[BaseMessage]
    ) -> AsyncIterator[AIMessageChunk]:
        """Another model stands in only before the first words."""
        attempts = self.attempts()
        while attempts:
            model, *attempts = attempts
            has_words = False
            try:
                async with aclosing(model.stream(messages)) as pieces:  # type: ignore[type-var]
                    async for piece in pieces:
                        has_words = has_words or bool(piece.content)
                        yield piece
            except ModelUnavailable as failure:
                attempts = [] if has_words else after(model, failure, attempts)
                if not attempts:
                    raise
            else:
                return

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        attempts = self.attempts()
        while True:
            model, *attempts = attempts
            try:
                return await model.structured(messages, schema)
            except ModelUnavailable as failure:
                attempts = after(model, failure, attempts)
                if not attempts:
                    raise


def attempts(model: ChatModel) -> list[ChatModel]:
    """The models behind one, to be asked in this order."""
    return model.attempts() if isinstance(model, FallbackChat) else [model]


def after(
    failed: ChatModel, failure: ModelUnavailable, untried: Sequence[ChatModel]
) -> list[ChatModel]:
    """Those of the untried models that may work where this one has failed.

    No model is asked for what another one's safety filter has refused; the extractive
    answerer only quotes records.
    """
    if failure.kind == "refused":
        remaining = [one for one in untried if one.provider == roles.EXTRACTIVE]
    elif failure.another_model_may_work:
        remaining = list(untried)
    else:
        remaining = [one for one in untried if one.provider != failed.provider]
    if remaining:
        logger.warning("%s Trying %s.", failure, remaining[0].name)
    return remaining
