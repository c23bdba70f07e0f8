"""Vectors from Gemini, through the SDK under LangChain's client.

LangChain's own embedding class neither retries nor limits the time of a call.
"""

import asyncio
import math
from collections.abc import Sequence
from typing import Literal

from django.conf import settings
from google.genai import Client
from google.genai.types import (
    ContentDict,
    EmbedContentConfig,
    EmbedContentResponse,
    HttpOptions,
    HttpRetryOptions,
)

from apps.infrastructure.loop_clients import clients
from apps.llm import breaker
from apps.llm.failures import ModelUnavailable
from apps.llm.gemini.errors import explained

Task = Literal["RETRIEVAL_DOCUMENT", "RETRIEVAL_QUERY"]

_TEXTS_IN_A_REQUEST = 50


class GeminiEmbedder:
    """Documents and queries are told apart, which lifts retrieval with this model."""

    def __init__(self, model: str, dimensions: int) -> None:
        self._model = model
        self._client: Client | None = None
        self._breaker = breaker.of(breaker.EMBEDDINGS)
        self.dimensions = dimensions
        self.name = f"{model}-{dimensions}"
        self.min_relevance: float | None = settings.RAG_MIN_RELEVANCE

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return self._embed(texts, "RETRIEVAL_DOCUMENT")

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self._embed(texts, "RETRIEVAL_QUERY")

    async def aembed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        """A guest waits: no longer than for a word of the speaker."""
        vectors: list[list[float]] = []
        for batch in _batches(texts):
            async with self._breaker.awatching():
                vectors += await self._embed_batch(batch)
        return vectors

    async def _embed_batch(self, batch: list[ContentDict]) -> list[list[float]]:
        client = clients().get(("embed", self.name), lambda: _client().aio)
        with explained(self._model):
            async with asyncio.timeout(settings.MODEL_IDLE_TIMEOUT_SECONDS):
                response = await client.models.embed_content(
                    model=self._model,
                    contents=batch,
                    config=self._config("RETRIEVAL_QUERY"),
                )
        return self._vectors(response, len(batch))

    def _embed(self, texts: Sequence[str], task: Task) -> list[list[float]]:
        self._client = self._client or _client()
        vectors: list[list[float]] = []
        for batch in _batches(texts):
            with self._breaker.watching(), explained(self._model):
                response = self._client.models.embed_content(
                    model=self._model, contents=batch, config=self._config(task)
                )
            vectors += self._vectors(response, len(batch))
        return vectors

    def _config(self, task: Task) -> EmbedContentConfig:
        return EmbedContentConfig(task_type=task, output_dimensionality=self.dimensions)

    def _vectors(self, response: EmbedContentResponse, count: int) -> list[list[float]]:
        vectors = [_unit(found.values or []) for found in response.embeddings or []]
        if len(vectors) != count or any(len(v) != self.dimensions for v in vectors):
            raise ModelUnavailable(
                "broken", f"{self._model} sent other vectors than were asked for."
            )
        return vectors


def _client() -> Client:
    return Client(
        vertexai=False,
        api_key=settings.GOOGLE_API_KEY,
        http_options=HttpOptions(
            base_url=settings.GOOGLE_BASE_URL or None,
            timeout=int(settings.MODEL_TIMEOUT_SECONDS * 1000),
            retry_options=HttpRetryOptions(attempts=settings.MODEL_MAX_RETRIES + 1),
        ),
    )


def _batches(texts: Sequence[str]) -> list[list[ContentDict]]:
    contents = [ContentDict(parts=[{"text": text}]) for text in texts]
    step = _TEXTS_IN_A_REQUEST
    return [contents[start : start + step] for start in range(0, len(contents), step)]


def _unit(values: Sequence[float]) -> list[float]:
    """Vectors cut to fewer dimensions than the model's own are not of unit length."""
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values] if length else list(values)
