"""A save asks the queue for its vectors once, and only when it is committed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction

from apps.catalog.models import Restaurant
from apps.knowledge import tasks
from apps.knowledge.indexing import receivers
from apps.knowledge.models import Embedding, Phrasing
from apps.properties.models import Property
from tests import factories

NOW = datetime(2026, 11, 20, 23, tzinfo=UTC)


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


@pytest.mark.django_db(transaction=True)
def test_it_sends_a_question_that_staff_store_with_a_row(
    mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = factories.RestaurantFactory.create(property=mohegan)
    requests: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.embed, "delay", lambda **ids: requests.append(ids))
    phrasing = Phrasing.objects.create(item=row, field="cuisine", text="Any pasta?")
    assert requests == [{"embedding_ids": [], "phrasing_ids": [phrasing.pk]}]
    assert tasks.embed(**requests[0]) == 1
    phrasing.refresh_from_db()
    assert phrasing.vector


def _rows_of(embedding_ids: list[int]) -> set[int]:
    rows = Embedding.objects.filter(pk__in=embedding_ids)
    return set(rows.values_list("passage__item_id", flat=True))
