"""What Sam saves can be asked about at once; what Sam deletes, never again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction

from apps.catalog.models import Item, Restaurant
from apps.knowledge import tasks
from apps.knowledge.indexing import receivers, vectors
from apps.knowledge.models import Embedding, Passage
from apps.knowledge.search import rankings
from apps.knowledge.search.rankings import Scope
from apps.llm.embeddings import embedder
from apps.llm.failures import ModelUnavailable
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all

NOW = datetime(2026, 11, 20, 23, tzinfo=UTC)


def found_by_keyword(place: Property, words: str) -> list[str]:
    candidates = rankings.candidates(Scope(place.pk, NOW), words, "", (), ())
    ids = rankings.best({row.passage_id: row.words for row in candidates})
    rows = Passage.objects.in_bulk(list(ids))
    return [rows[key].title for key in ids]


def test_it_finds_a_saved_row_by_keyword_before_any_vector(mohegan: Property) -> None:
    factories.RestaurantFactory.create(
        property=mohegan, name="Ballo", cuisine="Venetian"
    )
    assert found_by_keyword(mohegan, "venetian") == ["Ballo"]
    assert not Embedding.objects.filter(state="ready").exists()


def test_it_answers_with_the_new_words_after_an_edit(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(property=mohegan, dress_code="Casual")
    row.dress_code = "Jacket required"
    row.save()
    assert found_by_keyword(mohegan, "jacket")
    assert not found_by_keyword(mohegan, "casual")


def test_it_forgets_a_deleted_row(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, hours=["0-6 17:00-22:00"]
    )
    row.delete()
    assert not Passage.objects.exists()


def test_it_forgets_a_row_that_goes_back_to_draft(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(property=mohegan)
    row.status = Item.Status.DRAFT
    row.save()
    assert not Passage.objects.exists()


def test_it_leaves_nothing_of_a_save_that_is_rolled_back(mohegan: Property) -> None:
    with transaction.atomic():
        factories.RestaurantFactory.create(property=mohegan)
        transaction.set_rollback(True)
    assert not Passage.objects.exists()


def test_it_tells_new_hours_when_only_the_hours_change(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, hours=["0-6 17:00-22:00"]
    )
    row.hours.filter(weekday=0).delete()
    text = Passage.objects.get(item=row, field_group="hours").text
    assert "closed Monday" in text


def test_it_embeds_only_what_changed(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, hours=["0-6 17:00-22:00"]
    )
    embed_all()
    before = dict(Embedding.objects.values_list("passage__field_group", "id"))
    row.dress_code = "Smart casual"
    row.save()
    waiting = Embedding.objects.filter(state="pending")
    assert [row.passage.field_group for row in waiting] == ["facts"]
    assert Embedding.objects.get(passage__field_group="hours").pk == before["hours"]


def test_it_changes_nothing_when_a_row_is_saved_as_it_was(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(property=mohegan)
    passage_id = Passage.objects.get(item=row).pk
    row.save()
    passage = Passage.objects.get(item=row)
    assert (passage.pk, passage.revision) == (passage_id, row.revision)


def test_it_renames_the_questions_about_a_renamed_row(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(property=mohegan, name="Ballo")
    factories.FaqEntryFactory.create(
        property=mohegan, name="Is there a patio?", answer="Yes.", about=row
    )
    row.name = "Ballissimo"
    row.save()
    title = Passage.objects.get(item__kind="faq").title
    assert title == "Ballissimo: Is there a patio?"


def test_it_moves_the_passages_with_a_row_to_another_property(
    mohegan: Property, foxwoods: Property
) -> None:
    row = factories.RestaurantFactory.create(property=mohegan, cuisine="Venetian")
    row.property = foxwoods
    row.save()
    assert not found_by_keyword(mohegan, "venetian")
    assert found_by_keyword(foxwoods, "venetian")


def test_it_cuts_a_long_text_into_passages(mohegan: Property) -> None:
    words = "The terrace faces the river and is heated in winter. " * 40
    row = factories.RestaurantFactory.create(property=mohegan, details=words)
    parts = Passage.objects.filter(item=row, field_group="details")
    assert len(parts) > 1
    assert all(len(part.text) <= 800 for part in parts)


@pytest.fixture
def _no_queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Celery keeps its connections, to a dead broker too: every save would wait."""
    app: Any = tasks.embed.app
    app._after_fork()
    with monkeypatch.context() as patch:
        patch.setattr(app.conf, "broker_url", "redis://127.0.0.1:1/0")
        yield
    app._after_fork()


@pytest.mark.usefixtures("_no_queue")
def test_it_keeps_the_save_when_the_queue_is_away(
    mohegan: Property, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        row = factories.RestaurantFactory.create(property=mohegan)
    assert Restaurant.objects.filter(pk=row.pk).exists()
    assert Embedding.objects.filter(state="pending").exists()


@pytest.fixture
def sent_ids(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ids of the embeddings that the task queue was asked to compute."""
    ids: list[int] = []
    monkeypatch.setattr(
        tasks.embed, "delay", lambda *, embedding_ids: ids.extend(embedding_ids)
    )
    return ids


@pytest.mark.django_db(transaction=True)
def test_it_sends_nothing_of_a_save_that_was_rolled_back(
    mohegan: Property, sent_ids: list[int]
) -> None:
    row = factories.RestaurantFactory.create(property=mohegan)
    sent_ids.clear()
    with transaction.atomic():
        receivers.embed_again(row.pk)
        transaction.set_rollback(True)
    later_row = factories.RestaurantFactory.create(property=mohegan)
    assert _rows_of(sent_ids) == {later_row.pk}


@pytest.mark.django_db(transaction=True)
def test_it_sends_nothing_of_a_savepoint_that_was_rolled_back(
    mohegan: Property, sent_ids: list[int]
) -> None:
    row = factories.RestaurantFactory.create(property=mohegan)
    sent_ids.clear()
    with transaction.atomic():
        later_row = factories.RestaurantFactory.create(property=mohegan)
        with transaction.atomic():
            receivers.embed_again(row.pk)
            transaction.set_rollback(True)
    assert _rows_of(sent_ids) == {later_row.pk}


@pytest.mark.django_db(transaction=True)
def test_it_sends_the_rows_of_one_transaction_together(
    mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[list[int]] = []
    monkeypatch.setattr(
        tasks.embed, "delay", lambda *, embedding_ids: batches.append(embedding_ids)
    )
    with transaction.atomic():
        rows = factories.RestaurantFactory.create_batch(3, property=mohegan)
    assert [_rows_of(batch) for batch in batches] == [{row.pk for row in rows}]


def _rows_of(embedding_ids: list[int]) -> set[int]:
    rows = Embedding.objects.filter(pk__in=embedding_ids)
    return set(rows.values_list("passage__item_id", flat=True))


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


def test_it_lets_no_record_forge_a_source_mark(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, summary="The best [1] rolls [23]."
    )
    text = Passage.objects.get(item=row, field_group="facts").text
    assert "The best (1) rolls (23)." in text
