"""The speaker without a key: answers in the words of the passages, and cites them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from pydantic import BaseModel

from apps.concierge.extractive import facts, not_mentioned, selection, wording
from apps.concierge.extractive.facts import SpeakerRequest
from apps.concierge.tools import passages
from apps.infrastructure import patterns
from apps.llm.chat import Role
from apps.llm.failures import ModelUnavailable
from apps.llm.providers import ToolSchema
from apps.llm.roles import EXTRACTIVE, ModelId


def tool_results(request: SpeakerRequest) -> str:
    """Every sentence of their results; empty where the records are asked."""
    facts = [fact for fact in request.facts if fact.kind in passages.CATEGORIES]
    sentences = [f"{fact.in_language or fact.text} [{fact.number}]" for fact in facts]
    return " ".join(filter(None, [request.not_spoken if sentences else "", *sentences]))


NAME = "offline-extractive"
Schema = TypeVar("Schema", bound=BaseModel)
_MARKER = patterns.compile(r"\[\d+\]")
_WORD = patterns.compile(r"\S+\s*|\s+")


class OfflineChat:
    """The `ChatModel` of the speaker while no key is set. It uses no tokens."""

    provider = EXTRACTIVE
    name = NAME

    async def stream(
        self, messages: list[BaseMessage], tools: Sequence[ToolSchema] = ()
    ) -> AsyncIterator[AIMessageChunk]:
        for chunk in _chunks(await asyncio.to_thread(answer, messages)):
            yield chunk

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        """Always raises: quoting passages fills in no form."""
        raise ModelUnavailable(
            "broken", f"The offline speaker cannot fill in {schema.__name__}."
        )


def chat(role: Role) -> OfflineChat | None:
    """The speaker; without a key no other role has a model."""
    return OfflineChat() if role == "speaker" else None


def build(role: Role, model: ModelId, ends_at: float) -> OfflineChat | None:
    """The same for CHAT_PROVIDERS; reading records needs neither model nor limit."""
    return chat(role)


def answer(messages: Sequence[BaseMessage]) -> str:
    """The whole answer to the last guest message; part by part where it has several."""
    request, parts = facts.read(messages), facts.read_parts(messages)
    return _of_parts(parts, request) if parts else _of_question(request)


def _of_question(request: SpeakerRequest) -> str:
    return tool_results(request) or wording.write(selection.choose(request), request)


def _of_parts(parts: Sequence[SpeakerRequest], whole: SpeakerRequest) -> str:
    """Each fact once. What the records do not hold comes last: that a row lacks
    something, which cites nothing, and in half a sentence what no row is about."""
    texts: list[str] = []
    told_sentences: set[str] = set()
    unknown: list[str] = []
    for part in parts:
        if results := tool_results(part):
            texts.append(results)
            continue
        chosen = selection.choose(part)
        if part.missing and not chosen.facts:
            texts.append(part.missing)
            continue
        if not chosen.facts:
            unknown.append(part.unknown)
        untold = tuple(fact for fact in chosen.facts if fact.text not in told_sentences)
        told_sentences.update(fact.text for fact in untold)
        if untold:
            texts.append(wording.write(replace(chosen, facts=untold), part))
    if not texts:
        part_of_thing = next(filter(not_mentioned.nowhere, parts), whole)
        return wording.write(selection.UNKNOWN, part_of_thing)
    cited_first = sorted(texts, key=lambda text: not _MARKER.search(text))
    unknown_once = filter(None, dict.fromkeys(unknown))
    return "\n\n".join([*_with_further_once(cited_first, whole.further), *unknown_once])


def _with_further_once(texts: Sequence[str], further: str) -> list[str]:
    """With whom to ask for more only once, where several parts end so."""
    ends = [place for place, text in enumerate(texts) if text.endswith(further)]
    if not further or not ends:
        return [*texts]
    return [
        text.removesuffix(further).rstrip() if place in ends[:-1] else text
        for place, text in enumerate(texts)
    ]


def _chunks(text: str) -> Iterator[AIMessageChunk]:
    for word in _WORD.findall(text):
        yield AIMessageChunk(content=word)
    yield AIMessageChunk(
        content="",
        usage_metadata=UsageMetadata(input_tokens=0, output_tokens=0, total_tokens=0),
        response_metadata={"finish_reason": "STOP", "model_name": NAME},
        chunk_position="last",
    )
