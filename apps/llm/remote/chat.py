"""A role played by a model behind an API: time limits, retries, one kind of failure."""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Sequence,
)
from contextlib import AbstractContextManager, aclosing
from typing import Any, Protocol, TypeVar

from django.conf import settings
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.runnables import Runnable
from pydantic import BaseModel

from apps.llm import breaker, meter
from apps.llm.failures import ModelUnavailable
from apps.llm.providers import ToolSchema
from apps.llm.roles import ModelId, Role

Schema = TypeVar("Schema", bound=BaseModel)
Result = TypeVar("Result")
Item = TypeVar("Item")
Pieces = AsyncGenerator[AIMessageChunk, None]

FIRST_PAUSE_SECONDS = 0.5
# A guest waits: rather another model than a longer pause, whatever the server asks for.
LONGEST_PAUSE_SECONDS = 2.0
RETRIED = frozenset({"quota", "away"})
UNREADABLE_CALL = AIMessageChunk(
    content="",
    tool_call_chunks=[tool_call_chunk(name="", args="{", id="", index=0)],
)


class ChatApi(Protocol):
    """What the client of one protocol does in its own way.

    complete, refused: reasons for which an answer ends as it should, or by a filter.
    malformed: those of a model that has called a tool in a way that nobody can read.
    """

    complete: frozenset[str]
    refused: frozenset[str]
    malformed: frozenset[str]

    def client(self, role: Role, model: ModelId) -> BaseChatModel:
        """The client of the running loop, without retries of its own."""

    def structured(
        self, client: BaseChatModel, schema: type[BaseModel]
    ) -> Runnable[LanguageModelInput, Any]:
        """Fills in a schema: {"raw": message, "parsed": the schema or None}."""

    def explained(self, model: ModelId) -> AbstractContextManager[None]:
        """Turns whatever the client raises into `ModelUnavailable`."""


class RemoteChat:
    """The `ChatModel` of one model in one role."""

    def __init__(
        self, api: ChatApi, role: Role, model: ModelId, ends_at: float
    ) -> None:
        """ends_at: when the time of the role ends, on the clock of the event loop."""
        self.provider, self.name = model.server, model.name
        self._api, self._role, self._model = api, role, model
        self._ends_at = ends_at
        self._breaker = breaker.of(breaker.chat(model.server))

    async def stream(
        self, messages: list[BaseMessage], tools: Sequence[ToolSchema] = ()
    ) -> AsyncIterator[AIMessageChunk]:
        """Text in pieces, the first of which has some, or calls of tools."""

        async def opened() -> tuple[AIMessageChunk, Pieces]:
            pieces = self._pieces(messages, tools)
            return await anext(pieces), pieces

        async with self._breaker.awatching():
            first, pieces = await self._retried(opened)
            async with aclosing(pieces):
                yield first
                async for piece in pieces:
                    yield piece

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        async def filled_in() -> Schema:
            client = self._api.client(self._role, self._model)
            with self._api.explained(self._model):
                async with asyncio.timeout_at(self._ends_at):
                    runnable = self._api.structured(client, schema)
                    reply: Any = await runnable.ainvoke(messages)
            meter.note(self.name, reply["raw"].usage_metadata)
            return self._parsed(reply, schema)

        async with self._breaker.awatching():
            return await self._retried(filled_in)

    async def _retried(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """Asks again what failed in passing, before any of it has been read."""
        pause = FIRST_PAUSE_SECONDS
        for _ in range(settings.MODEL_MAX_RETRIES):
            try:
                return await attempt()
            except ModelUnavailable as failure:
                seconds = failure.retry_after_seconds or pause
                is_too_long = seconds > LONGEST_PAUSE_SECONDS
                if failure.kind not in RETRIED or is_too_long:
                    raise
            await asyncio.sleep(seconds)
            pause *= 2
        return await attempt()

    async def _pieces(
        self, messages: list[BaseMessage], tools: Sequence[ToolSchema]
    ) -> Pieces:
        ending: dict[str, Any] = {}
        has_text = False
        source = self._client(tools).astream(messages)
        async with aclosing(_read_ahead(source)) as chunks:
            while (chunk := await self._next(chunks)) is not None:
                piece = _plain(chunk, has_tools=bool(tools))
                ending |= piece.response_metadata
                is_said = bool(piece.content or piece.tool_call_chunks)
                has_text = has_text or is_said
                meter.note(self.name, piece.usage_metadata)
                # Servers begin with a role and no words; the usage is never lost.
                if is_said or piece.usage_metadata:
                    yield piece
        if tools and ending.get("finish_reason") in self._api.malformed:
            yield UNREADABLE_CALL
        else:
            self._check_ending(ending, has_text)

    def _client(self, tools: Sequence[ToolSchema]) -> Runnable[LanguageModelInput, Any]:
        client = self._api.client(self._role, self._model)
        return client.bind_tools([*map(dict, tools)]) if tools else client

    async def _next(self, chunks: Pieces) -> AIMessageChunk | None:
        idle_at = _now() + settings.MODEL_IDLE_TIMEOUT_SECONDS
        with self._api.explained(self._model):
            async with asyncio.timeout_at(min(idle_at, self._ends_at)):
                return await anext(chunks, None)

    def _check_ending(self, ending: dict[str, Any], has_text: bool) -> None:
        reason = ending.get("finish_reason")
        if reason in self._api.refused or ending.get("prompt_feedback"):
            raise ModelUnavailable("refused", f"{self.name} refused ({reason}).")
        if reason not in self._api.complete:
            raise ModelUnavailable(
                "broken", f"{self.name} broke off its answer ({reason})."
            )
        if not has_text:
            raise ModelUnavailable("broken", f"{self.name} gave an empty answer.")

    def _parsed(self, reply: dict[str, Any], schema: type[Schema]) -> Schema:
        if isinstance(reply["parsed"], schema):
            return reply["parsed"]
        raw = reply["raw"]
        has_form = bool(raw.text or raw.tool_calls or raw.invalid_tool_calls)
        self._check_ending(raw.response_metadata, has_form)
        raise ModelUnavailable(
            "broken", f"{self.name} gave an answer that does not fit {schema.__name__}."
        )


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


def _plain(chunk: AIMessageChunk, *, has_tools: bool) -> AIMessageChunk:
    """Some models send lists of blocks with thoughts between; readers want text.

    A call that nobody has offered is left out. With a call goes what the client adds to
    it, such as the signature of a thought, which the server wants to see again.
    """
    calls = chunk.tool_call_chunks if has_tools else []
    return AIMessageChunk(
        content=str(chunk.text),
        id=chunk.id,
        tool_call_chunks=calls,
        additional_kwargs=chunk.additional_kwargs if calls else {},
        usage_metadata=chunk.usage_metadata,
        response_metadata=chunk.response_metadata,
    )


def _now() -> float:
    return asyncio.get_running_loop().time()
