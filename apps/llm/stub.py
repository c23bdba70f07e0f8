"""A provider that answers at once, or as slowly as it is told: for measuring the rest.

It plays every role behind the same face as a real provider and says the same sixty
pieces to everybody, so what a turn costs besides its models can be seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel

from apps.infrastructure import patterns
from apps.infrastructure.processes import computing
from apps.llm.embeddings import HashingEmbedder
from apps.llm.local import hashing
from apps.llm.providers import ToolSchema
from apps.llm.roles import ModelId, Role

Schema = TypeVar("Schema", bound=BaseModel)

ANSWER = (
    "Our resort looks forward to your visit and the team at the desk is glad to help "
    "with every wish you have, from a table to an evening with music, so please tell "
    "us what you would enjoy and we will show you the way, because a good stay begins "
    "with a warm welcome and ends with a smile. [1]"
)
_PIECE = patterns.compile(r"\S+ ?")
PIECES = tuple(AIMessageChunk(content=piece) for piece in _PIECE.findall(ANSWER))
_FILLED: dict[str, dict[str, Any]] = {
    "RouterOutput": {"query_type": "property_qa", "confidence": 0.9},
    "WhisperPlan": {"conversation_note": ""},
    "ExtractorOutput": {"facts": []},
    "ValidationResult": {"status": "PASS", "reason": ""},
    "Opinion": {"category": "pass"},
}


@dataclass(frozen=True)
class Pace:
    """Seconds a role takes in all, and the speaker until its first word."""

    roles: Mapping[Role, float] = field(default_factory=dict)
    first_word: float = 0.0


PACES = {
    "instant": Pace(),
    "seed": Pace(
        {
            "router": 0.2,
            "planner": 0.3,
            "extractor": 0.3,
            "speaker": 0.8,
            "validator": 0.3,
        },
        0.2,
    ),
}


class StubEmbedder(HashingEmbedder):
    """Vectors that another machine seems to have computed: each text only once."""

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return [_vector(text) for text in texts]


@lru_cache(maxsize=4096)
def _vector(text: str) -> list[float]:
    return hashing.vector(text, HashingEmbedder.dimensions)


class StubChat:
    """The `ChatModel` of one role."""

    provider = "stub"
    name = "stub"

    def __init__(self, role: Role) -> None:
        self._role: Role = role
        self._pace = PACES[settings.STUB_MODELS]

    async def stream(
        self, messages: list[BaseMessage], tools: Sequence[ToolSchema] = ()
    ) -> AsyncIterator[AIMessageChunk]:
        seconds = self._pace.roles.get(self._role, 0) - self._pace.first_word
        if self._pace.first_word:
            computing.leave()
        for number, piece in enumerate(PIECES):
            pause = seconds / (len(PIECES) - 1) if number else self._pace.first_word
            if pause:
                await asyncio.sleep(pause)
            yield piece

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        if pause := self._pace.roles.get(self._role):
            computing.leave()
            await asyncio.sleep(pause)
        return schema(**_FILLED[schema.__name__])


def chat(role: Role, model: ModelId, ends_at: float) -> StubChat:
    """Its pace is its only limit."""
    return StubChat(role)
