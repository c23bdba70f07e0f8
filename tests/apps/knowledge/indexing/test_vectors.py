"""Vectors are computed, tried again and replaced when another model moves in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from apps.knowledge import tasks
from apps.knowledge.indexing import vectors
from apps.knowledge.models import Embedding
from apps.llm.embeddings import embedder
from apps.llm.failures import ModelUnavailable
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all

NOW = datetime(2026, 11, 20, 23, tzinfo=UTC)


class Failing:
    """A provider on a bad day, behind the same interface as every embedder."""

    name = "minilm-l6-v2"
    dimensions = 384
    min_relevance = 0.3

    def embed_documents(self, texts: Any) -> list[list[float]]:
        raise ModelUnavailable("quota", "too many requests")


def test_it_marks_a_failed_vector_and_tries_again(mohegan: Property) -> None:
    factories.RestaurantFactory.create(property=mohegan)
    model = embedder()
    ids = vectors.waiting(model.name)
    vectors.embed(ids, Failing())  # type: ignore[arg-type]
    row = Embedding.objects.get()
    assert (row.state, row.error, row.attempts) == ("failed", "too many requests", 1)
    tasks.embed_pending()
    row.refresh_from_db()
    assert (row.state, row.error) == ("ready", "")
    assert len(row.vector) == model.dimensions


def test_it_keeps_the_old_vectors_while_another_model_moves_in(
    mohegan: Property,
) -> None:
    factories.RestaurantFactory.create(property=mohegan)
    embed_all()
    vectors.adopt("another-model")
    states = dict(Embedding.objects.values_list("model", "state"))
    assert states == {embedder().name: "ready", "another-model": "pending"}


def test_a_worker_of_another_model_leaves_a_vector_to_others(mohegan: Property) -> None:
    factories.RestaurantFactory.create(property=mohegan)
    Embedding.objects.update(model="another-model")
    ids = list(Embedding.objects.values_list("pk", flat=True))
    assert vectors.embed(ids, embedder()) == 0
    assert set(Embedding.objects.values_list("state", flat=True)) == {"pending"}
