"""The speaker without a key: answers in the words of the passages, and cites them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

from langchain_core.callbacks import (
    AsyncCallbackManagerForLLMRun,
    CallbackManagerForLLMRun,
)
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from apps.concierge.extractive import prompt_reader, wording
from apps.concierge.extractive import selection as offline_selection
from apps.infrastructure import patterns

NAME = "offline-extractive"
_WORD = patterns.compile(r"\S+\s*|\s+")


class OfflineSpeaker(BaseChatModel):
    """A LangChain chat model that reads the speaker's own prompt and uses no tokens."""

    @property
    def _llm_type(self) -> str:
        return NAME

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        message = AIMessage(
            content=answer(messages),
            usage_metadata=_no_usage(),
            response_metadata=_ending(),
        )
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        yield from _chunks(answer(messages))

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        for chunk in _chunks(await asyncio.to_thread(answer, messages)):
            yield chunk


def answer(messages: list[BaseMessage]) -> str:
    """The whole answer to the last guest message."""
    reading = prompt_reader.read(messages)
    selection = offline_selection.choose(reading)
    return wording.write(selection, reading)


def _chunks(text: str) -> Iterator[ChatGenerationChunk]:
    for word in _WORD.findall(text):
        yield ChatGenerationChunk(message=AIMessageChunk(content=word))
    last = AIMessageChunk(
        content="",
        usage_metadata=_no_usage(),
        response_metadata=_ending(),
        chunk_position="last",
    )
    yield ChatGenerationChunk(message=last)


def _no_usage() -> UsageMetadata:
    return UsageMetadata(input_tokens=0, output_tokens=0, total_tokens=0)


def _ending() -> dict[str, str]:
    return {"finish_reason": "STOP", "model_name": NAME}
