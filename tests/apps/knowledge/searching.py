"""Searching as a turn does it, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from apps.knowledge import property_snapshot
from apps.knowledge.indexing import vectors
from apps.knowledge.question import focus
from apps.knowledge.search import retrieval
from apps.knowledge.search.results import Found
from apps.knowledge.search.retrieval import Vectors
from apps.llm.embeddings import Embedder, embedder
from apps.properties.models import Property


class Remembering:
    """The embedder in use, which computes the vector of a text once a test run."""

    known: ClassVar[dict[tuple[str, str], list[float]]] = {}

    def __init__(self, model: Embedder) -> None:
        self._model = model
        self.name, self.dimensions = model.name, model.dimensions
        self.min_relevance = model.min_relevance

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        fresh = [text for text in texts if (self.name, text) not in self.known]
        made = self._model.embed_documents(fresh) if fresh else []
        for text, vector in zip(fresh, made, strict=True):
            self.known[self.name, text] = vector
        return [self.known[self.name, text] for text in texts]

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
    model, known = embedder(), property_snapshot.of(place.pk)
    question = focus.question(known, text, earlier)
    values = model.embed_queries(question.wordings)
    asked = Vectors(model.name, values, model.min_relevance)
    return retrieval.search(question, asked, known, at)


def titles(found: list[Found]) -> list[str]:
    return [one["metadata"]["item_name"] for one in found]
