"""A property's rows are read once for all turns, and anew after every change."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from apps.knowledge import property_snapshot
from apps.properties.models import Property
from tests import factories


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
