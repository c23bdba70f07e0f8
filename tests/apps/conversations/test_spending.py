"""What models cost is counted once for all turns that ask at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from threading import Barrier

import pytest
from django.db import connections
from django.utils import timezone

from apps.conversations.turns import spending
from apps.properties.models import Property
from tests import factories

THREADS = 6


@pytest.mark.django_db(transaction=True)
def test_it_asks_the_database_once_for_turns_of_the_same_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = factories.PropertyFactory.create(daily_cap=Decimal(1))
    together, queries, today = Barrier(THREADS), [], spending.today

    def count(place: Property, now: object) -> Decimal:
        queries.append(place)
        return today(place, timezone.now())

    def ask(_: int) -> bool:
        together.wait(10)
        try:
            return spending.is_over(place, timezone.now())
        finally:
            connections.close_all()

    monkeypatch.setattr(spending, "today", count)
    spending.forget()
    with ThreadPoolExecutor(THREADS) as threads:
        assert not any(threads.map(ask, range(THREADS)))
    assert len(queries) == 1
