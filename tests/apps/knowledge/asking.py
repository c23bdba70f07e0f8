"""Searching as a turn does it, for tests."""

from __future__ import annotations

from datetime import datetime

from apps.knowledge import directory, retrieval, shelf, vectors
from apps.knowledge.loading import Found
from apps.knowledge.retrieval import Vectors
from apps.llm.embeddings import embedder
from apps.properties.models import Property


def embed_all() -> None:
    """What the Celery worker does after a save."""
    model = embedder()
    vectors.adopt(model.name)
    vectors.embed(vectors.waiting(model.name), model)


def search(place: Property, text: str, at: datetime, *earlier: str) -> list[Found]:
    model, known = embedder(), shelf.of(place.pk)
    question = directory.question(known, text, earlier)
    values = model.embed_queries(question.wordings)
    asked = Vectors(model.name, values, model.min_relevance)
    return retrieval.search(question, asked, known, at)


def titles(found: list[Found]) -> list[str]:
    return [one["metadata"]["item_name"] for one in found]
