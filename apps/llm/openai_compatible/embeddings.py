"""Vectors from an OpenAI-compatible server, through the SDK under LangChain's client.

LangChain's own embedding class sends numbers of tokens, which only OpenAI understands.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from openai import AsyncOpenAI, OpenAI
from openai.types import CreateEmbeddingResponse

from apps.infrastructure.loop_clients import clients
from apps.llm import roles
from apps.llm.openai_compatible.chat import NO_KEY
from apps.llm.openai_compatible.errors import explained
from apps.llm.remote.embedder import RemoteEmbedder, Task, Vectors
from apps.llm.roles import ModelId

# Models whose vectors can be shortened; other servers refuse a request with a length.
_WITH_LENGTH = "text-embedding-3"
# NVIDIA's models embed documents and queries differently and require the type of input.
# https://docs.nvidia.com/nim/nemo-retriever/text-embedding
_WITH_INPUT_TYPE = "nvidia/"
_TASKS: dict[Task, str] = {"document": "passage", "query": "query"}


class OpenAIEmbedder(RemoteEmbedder):
    def __init__(self, model: ModelId, dimensions: int) -> None:
        super().__init__(model, dimensions)
        self._client: OpenAI | None = None

    def _send(self, texts: Sequence[str], task: Task) -> Vectors:
        if self._client is None:
            retries = settings.MODEL_MAX_RETRIES  # a worker can wait
            self._client = OpenAI(**self._options(), max_retries=retries)
        request = self._request(texts, task)
        return _vectors(self._client.embeddings.create(**request))

    async def _asend(self, texts: Sequence[str], task: Task) -> Vectors:
        client = clients().get(
            ("embed", self.server, self.name),
            lambda: AsyncOpenAI(**self._options(), max_retries=0),
        )
        request = self._request(texts, task)
        return _vectors(await client.embeddings.create(**request))

    def _explained(self) -> AbstractContextManager[None]:
        return explained(self._model)

    def _options(self) -> dict[str, Any]:
        return {
            "base_url": roles.openai_servers()[self.server],
            "api_key": roles.openai_key(self.server) or NO_KEY,
            "timeout": settings.MODEL_TIMEOUT_SECONDS,
        }

    def _request(self, texts: Sequence[str], task: Task) -> dict[str, Any]:
        name = self._model.name
        request: dict[str, Any] = {
            "model": name,
            "input": list(texts),
            "encoding_format": "float",
        }
        if name.startswith(_WITH_LENGTH):
            request["dimensions"] = self.dimensions
        if name.startswith(_WITH_INPUT_TYPE):
            request["extra_body"] = {"input_type": _TASKS[task]}
        return request


def _vectors(response: CreateEmbeddingResponse) -> Vectors:
    """In the order of the texts, which servers may change."""
    ordered = sorted(response.data, key=lambda item: item.index)
    return [item.embedding for item in ordered]
