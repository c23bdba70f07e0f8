"""A property's rows are read once for all turns, and anew after every change."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from apps.catalog.models import FaqEntry, Item, Restaurant, ServiceHours
from apps.infrastructure import sql
from apps.knowledge import passage_vectors, property_snapshot
from apps.knowledge.models import Embedding, Passage
from apps.llm import embeddings
from apps.properties.models import Helpline, Jurisdiction, Property
from tests import factories

STAMPED_TABLES = """
select distinct event_object_table from information_schema.triggers
where trigger_name = 'snapshot_stamp'
"""


@pytest.mark.django_db(transaction=True)
def test_it_reads_the_rows_once_for_many_turns_at_once(
    mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[int] = []
    read = property_snapshot.read
    together = threading.Barrier(4)

    def slow_read(property_id: int) -> Any:
        reads.append(property_id)
        time.sleep(0.2)
        return read(property_id)

    def turn(_: int) -> property_snapshot.PropertySnapshot:
        together.wait()
        try:
            return property_snapshot.of(mohegan.pk)
        finally:
            connections.close_all()

    monkeypatch.setattr(property_snapshot, "read", slow_read)
    with ThreadPoolExecutor(4) as threads:
        snapshots = list(threads.map(turn, range(4)))
    assert reads == [mohegan.pk]
    assert len(set(map(id, snapshots))) == 1


def helplines(place: Property) -> list[str]:
    law = property_snapshot.of(place.pk).place.jurisdiction
    return [helpline.name for helpline in law.helplines.all()]


@pytest.mark.django_db(transaction=True)
def test_it_reads_the_law_anew_when_a_helpline_changes(mohegan: Property) -> None:
    before = property_snapshot.of(mohegan.pk)
    assert property_snapshot.of(mohegan.pk) is before
    helpline = factories.HelplineFactory.create(jurisdiction=mohegan.jurisdiction)
    assert helplines(mohegan) == [helpline.name]
    helpline.name = "Another name"
    helpline.save()
    assert helplines(mohegan) == ["Another name"]
    helpline.delete()
    assert helplines(mohegan) == []


def test_it_has_the_law_at_hand(
    mohegan: Property, django_assert_num_queries: Any
) -> None:
    helpline = factories.HelplineFactory.create(jurisdiction=mohegan.jurisdiction)
    snapshot = property_snapshot.of(mohegan.pk)
    with django_assert_num_queries(0):
        assert list(snapshot.place.jurisdiction.helplines.all()) == [helpline]


def test_no_table_that_it_reads_can_change_unseen(demo: Property) -> None:
    with CaptureQueriesContext(connection) as queries:
        snapshot = property_snapshot.read(demo.pk)
        snapshot.vectors(embeddings.LOCAL_MODEL)
    text = " ".join(query["sql"] for query in queries.captured_queries)
    text += sql.statement(passage_vectors.STATEMENT)
    tables = {name for name in connection.introspection.table_names() if name in text}
    assert {"catalog_item", "catalog_servicehours", "knowledge_passage"} <= tables
    with connection.cursor() as cursor:
        cursor.execute(STAMPED_TABLES)
        assert tables <= {name for (name,) in cursor.fetchall()}


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (Item, {"name": "Another name"}),
        (Restaurant, {"cuisine": "Thai"}),
        (ServiceHours, {"closes_at": "01:00"}),
        (Passage, {"text": "Another text."}),
        (Embedding, {"state": "pending"}),
        (Property, {"phone": "1-800-000-0000"}),
        (Jurisdiction, {"gaming_age": 18}),
        (Helpline, {"note": "Day and night."}),
    ],
)
def test_a_change_past_the_models_is_seen(
    resort: Property, model: type[Model], change: dict[str, Any]
) -> None:
    before = property_snapshot.stamp(resort.pk)
    assert property_snapshot.stamp(resort.pk) == before
    row = model._default_manager.first()
    assert row
    model._default_manager.filter(pk=row.pk).update(**change)
    assert property_snapshot.stamp(resort.pk) != before


@pytest.mark.parametrize("model", [Item, ServiceHours, Passage, Embedding, Helpline])
def test_a_row_that_is_gone_is_seen(resort: Property, model: type[Model]) -> None:
    before = property_snapshot.stamp(resort.pk)
    model._default_manager.all().delete()
    assert property_snapshot.stamp(resort.pk) != before


def test_a_change_of_another_property_is_none(
    resort: Property, foxwoods: Property
) -> None:
    before = property_snapshot.stamp(resort.pk)
    factories.RestaurantFactory.create(property=foxwoods)
    assert property_snapshot.stamp(resort.pk) == before


def test_savings_at_once_do_not_wait_and_are_both_seen(resort: Property) -> None:
    stamps = [property_snapshot.stamp(resort.pk)]
    restaurant, answer = Restaurant.objects.get(), FaqEntry.objects.get()
    with ThreadPoolExecutor(1) as elsewhere, transaction.atomic():
        restaurant.save()
        elsewhere.submit(in_thread, answer.save).result(timeout=10)
        stamps.append(elsewhere.submit(in_thread, stamp_of(resort)).result(timeout=10))
    stamps.append(property_snapshot.stamp(resort.pk))
    assert len(set(map(str, stamps))) == len(stamps)


def test_changes_of_one_transaction_are_told_apart_also_when_undone(
    resort: Property,
) -> None:
    row, stamps = Restaurant.objects.get(), [property_snapshot.stamp(resort.pk)]
    with transaction.atomic():
        for summary in ("One.", "Two."):
            with transaction.atomic():
                Restaurant.objects.update(summary=summary)
                stamps.append(property_snapshot.stamp(resort.pk))
                transaction.set_rollback(True)
        row.save()
        stamps.append(property_snapshot.stamp(resort.pk))
        transaction.set_rollback(True)
    assert len(set(map(str, stamps))) == len(stamps)
    assert property_snapshot.stamp(resort.pk) == stamps[0]


def in_thread(work: Callable[[], Any]) -> Any:
    try:
        return work()
    finally:
        connections.close_all()


def stamp_of(place: Property) -> Callable[[], Any]:
    return lambda: property_snapshot.stamp(place.pk)
