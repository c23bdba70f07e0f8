"""Texts to vectors: Gemini with a key, MiniLM without, hashing as the last resort."""

import asyncio
import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

from django.conf import settings

from apps.llm import breaker
from apps.llm.local import hashing, minilm
from apps.llm.local.weights import WeightsUnavailable

logger = logging.getLogger(__name__)

HASHING_DIMENSIONS = 384
LOCAL_MODEL = "minilm-l6-v2"


class Embedder(Protocol):
    """Vectors are of unit length. Gemini's calls raise `ModelUnavailable`.

    name: of the model and its length, to be kept beside each vector.
    min_relevance: cosine below which a text says nothing about a query; None where
    cosines of this model do not tell.
    """

    name: str
    dimensions: int
    min_relevance: float | None

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]: ...

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]: ...

    async def aembed_queries(self, texts: Sequence[str]) -> list[list[float]]: ...


def embedder() -> Embedder:
    """The embedder of the present settings, made once for each state of them."""
    if settings.STUB_MODELS:
        return _stub()
    if settings.GOOGLE_API_KEY:
        return _gemini(
            settings.GOOGLE_API_KEY,
            settings.GOOGLE_BASE_URL,
            settings.EMBEDDING_MODEL,
            settings.EMBEDDING_DIMENSIONS,
        )
    return _local(settings.VAR_DIR)


def is_remote() -> bool:
    """Whether the embedder may fail because a provider is away or refuses the key."""
    return bool(settings.GOOGLE_API_KEY) and not settings.STUB_MODELS


def local() -> Embedder:
    """The embedder that needs no provider; loading it takes about a second."""
    return _local(settings.VAR_DIR)


async def load_local() -> Embedder:
    """`local`; while it is being loaded, the event loop goes on."""
    if _local.cache_info().currsize:
        return local()
    return await asyncio.to_thread(local)


def is_failing() -> bool:
    """Whether the provider's last answers to any process were failures."""
    return is_remote() and breaker.of(breaker.EMBEDDINGS).state().failures > 0


@cache
def _stub() -> Embedder:
    from apps.llm.stub import StubEmbedder  # noqa: PLC0415 - it extends one of these

    return StubEmbedder()


def reset() -> None:
    """Forgets the embedders; for tests that change what is installed."""
    _gemini.cache_clear()
    _local.cache_clear()


class MiniLMEmbedder:
    name = LOCAL_MODEL
    dimensions = 384

    def __init__(self, verdicts: Path) -> None:
        """Raises `WeightsUnavailable`."""
        self._model = minilm.load(verdicts)
        self.min_relevance: float | None = settings.RAG_MIN_RELEVANCE

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        vectors: list[list[float]] = self._model.encode(texts).tolist()
        return vectors

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self.embed_documents(texts)

    async def aembed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return await asyncio.to_thread(self.embed_documents, texts)


class HashingEmbedder:
    name = f"hashing-{HASHING_DIMENSIONS}"
    dimensions = HASHING_DIMENSIONS
    min_relevance: float | None = None

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return [hashing.vector(text, self.dimensions) for text in texts]

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self.embed_documents(texts)

    async def aembed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self.embed_documents(texts)


@cache
def _gemini(key: str, base_url: str, model: str, dimensions: int) -> Embedder:
    # The client takes seconds to import; who has no key never waits for it.
    from apps.llm.gemini.embeddings import GeminiEmbedder  # noqa: PLC0415

    return GeminiEmbedder(model, dimensions)


@cache
def _local(folder: Path) -> Embedder:
    try:
        return MiniLMEmbedder(folder / "llm")
    except WeightsUnavailable as error:
        logger.warning("Answers will miss paraphrases: %s", error)
        return HashingEmbedder()
