"""Places with hours, and the clock of New York."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from apps.catalog.models import Item
from apps.properties.models import Property
from tests import factories

NEW_YORK = ZoneInfo("America/New_York")


def local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK)


@pytest.fixture
def tuscany(mohegan: Property) -> Item:
    return factories.RestaurantFactory.create(hours=["2-6 17:00-22:00"])


@pytest.fixture
def late_bar(mohegan: Property) -> Item:
    return factories.RestaurantFactory.create(
        name="Novelle", hours=["4 17:00-01:00", "5 17:00-02:00"]
    )


def close(item: Item, first: date, last: date, note: str = "") -> None:
    item.hours_exceptions.create(first_day=first, last_day=last, closed=True, note=note)
