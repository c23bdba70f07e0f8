"""Searching as a turn does it, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.knowledge import property_snapshot
from apps.knowledge.indexing import vectors
from apps.knowledge.question import focus
from apps.knowledge.search import retrieval
from apps.knowledge.search.results import Found
from apps.knowledge.search.retrieval import Vectors
from apps.llm.embeddings import Embedder, embedder
from apps.properties.models import Property
from tests import shared_vectors


class Remembering:
    """The embedder in use, which computes the vector of a text once a test run."""

    def __init__(self, model: Embedder) -> None:
        self._model = model
        self.name, self.dimensions = model.name, model.dimensions
        self.min_relevance = model.min_relevance

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return shared_vectors.of_texts(self.name, texts, self._model.embed_documents)

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self._model.embed_queries(texts)

    async def aembed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._model.aembed_queries(texts)


def embed_all() -> None:
    """What the Celery worker does after a save."""
    model = Remembering(embedder())
    vectors.adopt(model.name)
    vectors.embed(vectors.waiting(model.name), model)


def search(place: Property, text: str, at: datetime, *earlier: str) -> list[Found]:
    model, snapshot = embedder(), property_snapshot.of(place.pk)
    question = focus.question(snapshot, text, earlier)
    values = model.embed_queries(question.wordings)
    question_vectors = Vectors(model.name, values, model.min_relevance)
    return retrieval.search(question, question_vectors, snapshot, at)


def titles(passages: list[Found]) -> list[str]:
    return [passage["metadata"]["item_name"] for passage in passages]
