"""An embedding model behind an API: batches, time limits, vectors of unit length."""

from __future__ import annotations

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Literal

from django.conf import settings

from apps.llm import breaker
from apps.llm.failures import ModelUnavailable
from apps.llm.roles import ModelId

Task = Literal["document", "query"]
Vectors = list[Sequence[float]]
_TEXTS_IN_A_REQUEST = 50


class RemoteEmbedder(ABC):
    """An `Embedder`. A subclass says how its protocol sends one batch."""

    def __init__(self, model: ModelId, dimensions: int) -> None:
        self._model = model
        self._breaker = breaker.of(breaker.embeddings(model.server))
        self.server = model.server
        self.dimensions = dimensions
        # Whichever server computes them, vectors of one model can be compared.
        self.name = f"{model.name}-{dimensions}"
        self.min_relevance: float | None = settings.RAG_MIN_RELEVANCE

    @abstractmethod
    def _send(self, texts: Sequence[str], task: Task) -> Vectors: ...

    @abstractmethod
    async def _asend(self, texts: Sequence[str], task: Task) -> Vectors:
        """The same by a client of the running loop."""

    @abstractmethod
    def _explained(self) -> AbstractContextManager[None]:
        """Turns whatever the client raises into `ModelUnavailable`."""

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return self._embed(texts, "document")

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self._embed(texts, "query")

    async def aembed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        """A guest waits for it no longer than for a word of the speaker."""
        vectors: list[list[float]] = []
        for batch in _batches(texts):
            async with self._breaker.awatching():
                with self._explained():
                    async with asyncio.timeout(settings.MODEL_IDLE_TIMEOUT_SECONDS):
                        sent = await self._asend(batch, "query")
                vectors += self._checked(sent, len(batch))
        return vectors

    def _embed(self, texts: Sequence[str], task: Task) -> list[list[float]]:
        vectors: list[list[float]] = []
        for batch in _batches(texts):
            with self._breaker.watching(), self._explained():
                sent = self._send(batch, task)
            vectors += self._checked(sent, len(batch))
        return vectors

    def _checked(self, sent: Vectors, count: int) -> list[list[float]]:
        is_of_length = all(len(values) == self.dimensions for values in sent)
        if len(sent) != count or not is_of_length:
            raise ModelUnavailable(
                "broken", f"{self._model.name} sent other vectors than were asked for."
            )
        return [_unit(values) for values in sent]


def _batches(texts: Sequence[str]) -> list[Sequence[str]]:
    step = _TEXTS_IN_A_REQUEST
    return [texts[start : start + step] for start in range(0, len(texts), step)]


def _unit(values: Sequence[float]) -> list[float]:
    """Vectors cut to fewer dimensions than the model's own are not of unit length."""
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values] if length else list(values)
