"""Which places are open, and what is on tonight as a guest understands the word."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from apps.catalog.models import Item, Performance, Restaurant, Show
from apps.properties.models import Property
from tests import factories

NEW_YORK = ZoneInfo("America/New_York")


def local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK)


@pytest.fixture
def band(mohegan: Property) -> Show:
    show = factories.ShowFactory.create()
    for start in ("2026-11-20T20:00", "2026-11-21T00:30", "2026-11-21T20:00"):
        factories.PerformanceFactory.create(show=show, starts_at=local(start))
    return show


def tonight(place: Property, at: str) -> list[str]:
    rows = Performance.objects.tonight(place, local(at))
    return [f"{row.starts_at.astimezone(NEW_YORK):%a %H:%M}" for row in rows]


def test_it_counts_the_small_hours_to_the_evening(band: Show) -> None:
    assert tonight(band.property, "2026-11-20T15:00") == ["Fri 20:00", "Sat 00:30"]


def test_it_leaves_out_what_has_begun(band: Show) -> None:
    assert tonight(band.property, "2026-11-20T20:00") == ["Fri 20:00", "Sat 00:30"]
    assert tonight(band.property, "2026-11-20T20:01") == ["Sat 00:30"]


def test_it_ends_the_evening_at_five_in_the_morning(band: Show) -> None:
    factories.PerformanceFactory.create(show=band, starts_at=local("2026-11-21T05:00"))
    assert tonight(band.property, "2026-11-20T21:00") == ["Sat 00:30"]


def test_it_does_not_name_drafts_or_shows_of_another_property(
    band: Show, foxwoods: Property
) -> None:
    assert tonight(foxwoods, "2026-11-20T15:00") == []
    band.status = Item.Status.DRAFT
    band.save()
    assert tonight(band.property, "2026-11-20T15:00") == []


def test_it_does_not_name_shows_that_are_over(band: Show) -> None:
    band.valid_to = local("2026-11-20T12:00")
    band.save()
    assert tonight(band.property, "2026-11-20T15:00") == []


def test_it_finds_the_next_performance(band: Show) -> None:
    last = local("2026-11-21T20:00")
    coming = band.next_performance(last - timedelta(hours=1))
    assert coming is not None
    assert coming.starts_at == last
    assert band.next_performance(last + timedelta(minutes=1)) is None


def test_it_lists_only_open_places_of_the_property(
    mohegan: Property, foxwoods: Property, django_assert_num_queries: object
) -> None:
    factories.RestaurantFactory.create(name="Tuscany", hours=["2-6 17:00-22:00"])
    factories.RestaurantFactory.create(name="Breakfast", hours=["0-6 07:00-11:00"])
    factories.RestaurantFactory.create(name="No hours")
    factories.RestaurantFactory.create(property=foxwoods, hours=["0-6 00:00-00:00"])
    friday = local("2026-11-20T19:00")
    rows = Restaurant.objects.of(mohegan).live(friday)
    with django_assert_num_queries(3):  # type: ignore[operator]
        names = [row.name for row in rows.open_at(friday)]
    assert names == ["Tuscany"]
