"""Vectors from Gemini, through the SDK under LangChain's client.

LangChain's own embedding class neither retries nor limits the time of a call.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

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
from apps.llm.gemini.errors import explained
from apps.llm.remote.embedder import RemoteEmbedder, Task, Vectors
from apps.llm.roles import ModelId

_TASKS: dict[Task, str] = {
    "document": "RETRIEVAL_DOCUMENT",
    "query": "RETRIEVAL_QUERY",
}


class GeminiEmbedder(RemoteEmbedder):
    """Embeds documents and queries each in their own way, which improves retrieval."""

    def __init__(self, model: ModelId, dimensions: int) -> None:
        super().__init__(model, dimensions)
        self._client: Client | None = None

    def _send(self, texts: Sequence[str], task: Task) -> Vectors:
        self._client = self._client or _client()
        request = self._request(texts, task)
        return _vectors(self._client.models.embed_content(**request))

    async def _asend(self, texts: Sequence[str], task: Task) -> Vectors:
        client = clients().get(("embed", self.name), lambda: _client().aio)
        request = self._request(texts, task)
        return _vectors(await client.models.embed_content(**request))

    def _explained(self) -> AbstractContextManager[None]:
        return explained(self._model.name)

    def _request(self, texts: Sequence[str], task: Task) -> dict[str, Any]:
        return {
            "model": self._model.name,
            "contents": [ContentDict(parts=[{"text": text}]) for text in texts],
            "config": EmbedContentConfig(
                task_type=_TASKS[task], output_dimensionality=self.dimensions
            ),
        }


def _vectors(response: EmbedContentResponse) -> Vectors:
    return [embedding.values or [] for embedding in response.embeddings or []]


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
