"""Searching as a turn does it, for tests."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings

from apps.knowledge import property_snapshot
from apps.knowledge.indexing import vectors
from apps.knowledge.question import focus
from apps.knowledge.search import retrieval
from apps.knowledge.search.results import Found
from apps.knowledge.search.retrieval import Vectors
from apps.llm.embeddings import Embedder, embedder
from apps.properties.models import Property

# By model and text.
VECTORS: dict[str, dict[str, list[float]]] = {}


class Remembering:
    """The embedder in use, which computes the vector of a text once a test run."""

    def __init__(self, model: Embedder) -> None:
        self._model = model
        self.name, self.dimensions = model.name, model.dimensions
        self.min_relevance = model.min_relevance

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        by_text = VECTORS.setdefault(self.name, {})
        fresh = [text for text in dict.fromkeys(texts) if text not in by_text]
        new_vectors = self._model.embed_documents(fresh) if fresh else []
        by_text.update(zip(fresh, new_vectors, strict=True))
        return [by_text[text] for text in texts]

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self._model.embed_queries(texts)

    async def aembed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._model.aembed_queries(texts)


@contextmanager
def vectors_of_all_workers() -> Iterator[None]:
    """The first worker computes the vectors of the demo properties; the others wait,
    which costs less than the same work on the same processors."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:
        yield
        return
    path = Path(settings.VAR_DIR).parent / f"test-vectors-{run}.json"
    with path.with_name("test-vectors.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if path.exists():
            for model, by_text in json.loads(path.read_text()).items():
                VECTORS.setdefault(model, {}).update(by_text)
            yield
            return
        yield
        for outdated in path.parent.glob("test-vectors-*.json"):
            outdated.unlink()
        path.write_text(json.dumps(VECTORS))


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
