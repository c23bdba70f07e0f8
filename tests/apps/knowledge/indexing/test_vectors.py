"""Vectors are computed, tried again and replaced when another model moves in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

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


@pytest.fixture
def many_rows(mohegan: Property, monkeypatch: pytest.MonkeyPatch) -> int:
    """More rows than one batch, in a worker that has no time for a second one."""
    monkeypatch.setattr(vectors, "BATCH", 2)
    monkeypatch.setattr(tasks, "SECONDS_AT_A_TIME", 0.0)
    factories.RestaurantFactory.create_batch(5, property=mohegan)
    return Embedding.objects.count()


def _ready() -> int:
    return Embedding.objects.filter(state=Embedding.State.READY).count()


def test_a_long_list_goes_back_into_the_queue_after_its_time(
    many_rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[list[int]] = []
    monkeypatch.setattr(
        tasks.embed, "delay", lambda *, embedding_ids: sent.append(embedding_ids)
    )
    ids = list(Embedding.objects.order_by("pk").values_list("pk", flat=True))
    tasks.embed(embedding_ids=ids)
    assert (_ready(), sent) == (2, [ids[2:]])
    while sent:
        tasks.embed(embedding_ids=sent.pop())
    assert _ready() == many_rows


def test_a_list_whose_provider_fails_waits_for_the_next_sweep(
    many_rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_embedders", lambda: [Failing()])
    monkeypatch.setattr(tasks.embed, "delay", _never)
    ids = list(Embedding.objects.values_list("pk", flat=True))
    assert tasks.embed(embedding_ids=ids) == 0


def test_a_sweep_leaves_the_rest_to_the_next_one(many_rows: int) -> None:
    assert [tasks.embed_pending() for _ in range(4)] == [2, 2, 1, 0]
    assert _ready() == many_rows


def _never(**_: Any) -> None:
    raise AssertionError("Nothing goes back into the queue.")
