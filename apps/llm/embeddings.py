"""Texts to vectors: remote models, MiniLM without any, hashing as the last resort."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from apps.llm import breaker, roles
from apps.llm.local import hashing, minilm
from apps.llm.local.weights import WeightsUnavailable
from apps.llm.roles import ModelId

logger = logging.getLogger(__name__)

HASHING_DIMENSIONS = 384
LOCAL_MODEL = "minilm-l6-v2"


class Embedder(Protocol):
    """Vectors are of unit length. A remote model's calls raise `ModelUnavailable`.

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
    return next(iter(remote()), None) or _local(settings.VAR_DIR)


def remote() -> list[Embedder]:
    """The models behind an API, in order; each keeps vectors of its own.

    While the first one is away, questions are embedded by the next.
    """
    return [
        _remote(model, dimensions, roles.address_and_key(model.server))
        for model, dimensions in _configured()
    ]


def is_remote() -> bool:
    """Whether the embedder may fail because a server is away or refuses the key."""
    return bool(_configured())


def named_models() -> list[tuple[ModelId, int]]:
    """The models that the settings name, and the lengths of their vectors."""
    names = [settings.EMBEDDING_MODEL, *settings.EMBEDDING_FALLBACKS]
    return [_with_length(name) for name in names]


def _configured() -> list[tuple[ModelId, int]]:
    """Those of them that can be asked."""
    if settings.STUB_MODELS:
        return []
    return [
        (model, length)
        for model, length in named_models()
        if roles.is_configured(model)
    ]


def _with_length(text: str) -> tuple[ModelId, int]:
    """`SERVER:MODEL@LENGTH`."""
    name, _, length = text.partition("@")
    return roles.parse(name), int(length or settings.EMBEDDING_DIMENSIONS)


def local() -> Embedder:
    """The embedder that needs no provider; loading it takes about a second."""
    return _local(settings.VAR_DIR)


async def load_local() -> Embedder:
    """`local`; while it is being loaded, the event loop goes on."""
    if _local.cache_info().currsize:
        return local()
    return await asyncio.to_thread(local)


def is_failing() -> bool:
    """Whether the first server's last answers to any process were failures."""
    servers = [model.server for model, _ in _configured()]
    if not servers:
        return False
    return breaker.of(breaker.embeddings(servers[0])).state().failures > 0


@cache
def _stub() -> Embedder:
    from apps.llm.stub import StubEmbedder  # noqa: PLC0415 - it extends one of these

    return StubEmbedder()


def reset() -> None:
    """Forgets the embedders; for tests that change what is installed."""
    _remote.cache_clear()
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

    def embed_tokens(self, texts: Sequence[str]) -> list[minilm.Floats]:
        """Of each text the vectors of its tokens, shape (tokens, 384)."""
        return self._model.encode_tokens(texts)

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
def _remote(
    model: ModelId, dimensions: int, address_and_key: tuple[str, str]
) -> Embedder:
    # A client takes seconds to import; who has no key never waits for it.
    build: Callable[[ModelId, int], Embedder]
    build = import_string(settings.EMBEDDING_PROVIDERS[model.provider])
    return build(model, dimensions)


@cache
def _local(folder: Path) -> Embedder:
    try:
        return MiniLMEmbedder(folder / "llm")
    except WeightsUnavailable as error:
        logger.warning("Answers will miss paraphrases: %s", error)
        return HashingEmbedder()
