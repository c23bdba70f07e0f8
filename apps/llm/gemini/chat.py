"""A role played by Gemini: time limits, stand-in models, one kind of failure."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, TypeVar

from django.conf import settings
from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel

from apps.llm import breaker, meter
from apps.llm.chat import Role
from apps.llm.failures import ModelUnavailable
from apps.llm.gemini import clients
from apps.llm.gemini.errors import explained

logger = logging.getLogger(__name__)

Schema = TypeVar("Schema", bound=BaseModel)
Result = TypeVar("Result")
Item = TypeVar("Item")
Pieces = AsyncGenerator[AIMessageChunk, None]

_COMPLETE = frozenset({"STOP", "MAX_TOKENS"})
_REFUSED = frozenset(
    {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"}
)


class GeminiChat:
    """The `ChatModel` of one role."""

    provider = "gemini"

    def __init__(self, role: Role) -> None:
        self._role = role
        self._names = clients.model_names()
        self.name = self._names[0]
        self._breaker = breaker.of(breaker.CHAT)

    async def stream(
        self, messages: list[BaseMessage]
    ) -> AsyncIterator[AIMessageChunk]:
        """Text in pieces. Another model stands in only before the first piece."""
        ends_at = _now() + settings.MODEL_TIMEOUT_SECONDS

        async def opened(name: str) -> tuple[AIMessageChunk, Pieces]:
            pieces = self._pieces(name, messages, ends_at)
            return await anext(pieces), pieces

        async with self._breaker.awatching():
            first, pieces = await self._first_that_works(opened)
            async with aclosing(pieces):
                yield first
                async for piece in pieces:
                    yield piece

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        ends_at = _now() + settings.MODEL_TIMEOUT_SECONDS

        async def attempt(name: str) -> Schema:
            model = clients.chat(self._role, name)
            answer = model.with_structured_output(schema, include_raw=True)
            with explained(name):
                async with asyncio.timeout_at(ends_at):
                    reply: Any = await answer.ainvoke(messages)
            meter.note(name, reply["raw"].usage_metadata)
            return _parsed(reply, schema, name)

        async with self._breaker.awatching():
            return await self._first_that_works(attempt)

    async def _first_that_works(
        self, attempt: Callable[[str], Awaitable[Result]]
    ) -> Result:
        *preferred, last = self._names
        for name in preferred:
            try:
                return await attempt(name)
            except ModelUnavailable as failure:
                if not failure.another_model_may_work:
                    raise
                logger.warning("%s Trying the next model.", failure)
        return await attempt(last)

    async def _pieces(
        self, name: str, messages: list[BaseMessage], ends_at: float
    ) -> Pieces:
        ending: dict[str, Any] = {}
        has_text = False
        model = clients.chat(self._role, name)
        async with aclosing(_read_ahead(model.astream(messages))) as chunks:
            while (chunk := await _next(chunks, name, ends_at)) is not None:
                piece = _plain(chunk)
                ending |= piece.response_metadata
                has_text = has_text or bool(piece.content)
                meter.note(name, piece.usage_metadata)
                yield piece
        _check_ending(name, ending, has_text)


async def _read_ahead(items: AsyncIterator[Item]) -> AsyncGenerator[Item, None]:
    """The same items, read by a task of their own.

    Closing the client's nested generators leaves the connection open until they are
    collected; a read that is cancelled closes it at once. The length of an answer
    bounds what is read ahead.
    """
    queue: asyncio.Queue[Item | None] = asyncio.Queue()

    async def read() -> None:
        async for item in items:
            queue.put_nowait(item)

    reader = asyncio.create_task(read())
    reader.add_done_callback(lambda _: queue.put_nowait(None))
    try:
        while (item := await queue.get()) is not None:
            yield item
        await reader  # Raises what ended the reading too early.
    finally:
        reader.cancel()
        await asyncio.wait([reader])


async def _next(chunks: Pieces, name: str, ends_at: float) -> AIMessageChunk | None:
    idle_at = _now() + settings.MODEL_IDLE_TIMEOUT_SECONDS
    with explained(name):
        async with asyncio.timeout_at(min(idle_at, ends_at)):
            return await anext(chunks, None)


def _plain(chunk: AIMessageChunk) -> AIMessageChunk:
    """Generation 3 sends lists of blocks with thoughts between; readers want text."""
    return AIMessageChunk(
        content=str(chunk.text),
        id=chunk.id,
        usage_metadata=chunk.usage_metadata,
        response_metadata=chunk.response_metadata,
    )


def _check_ending(name: str, ending: dict[str, Any], has_text: bool) -> None:
    reason = ending.get("finish_reason")
    if reason in _REFUSED or ending.get("prompt_feedback"):
        raise ModelUnavailable("refused", f"{name} refused to answer ({reason}).")
    if reason not in _COMPLETE:
        raise ModelUnavailable("broken", f"{name} broke off its answer ({reason}).")
    if not has_text:
        raise ModelUnavailable("broken", f"{name} gave an empty answer.")


def _parsed(reply: dict[str, Any], schema: type[Schema], name: str) -> Schema:
    if isinstance(reply["parsed"], schema):
        return reply["parsed"]
    raw = reply["raw"]
    _check_ending(name, raw.response_metadata, bool(raw.text))
    raise ModelUnavailable(
        "broken", f"{name} gave an answer that does not fit {schema.__name__}."
    )


def _now() -> float:
    return asyncio.get_running_loop().time()
