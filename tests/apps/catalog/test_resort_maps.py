"""What is near a place is measured on the picture, whatever its shape."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.utils import timezone

from apps.catalog import resort_maps
from apps.catalog.models import Item, MapPlace, ResortMap
from apps.properties.models import Property
from tests import factories

pytestmark = pytest.mark.django_db
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}"/>'


def make_map(place: Property, width: int = 1200, height: int = 800) -> ResortMap:
    picture = ContentFile(SVG.format(width, height).encode(), "map.svg")
    return ResortMap.objects.create(
        property=place, picture=picture, picture_alt="The resort"
    )


def put(resort_map: ResortMap, name: str, x: float, y: float, **row: object) -> Item:
    item = factories.RestaurantFactory.create(
        property=resort_map.property, name=name, **row
    )
    MapPlace.objects.create(map=resort_map, item=item, x=x, y=y)
    return item


def test_a_long_side_counts_for_more(mohegan: Property) -> None:
    resort_map = make_map(mohegan, width=2000, height=500)
    here = put(resort_map, "Here", 0.5, 0.5)
    aside = put(resort_map, "Aside", 0.6, 0.5)
    below = put(resort_map, "Below", 0.5, 0.8)
    shown = resort_maps.shown(resort_map, timezone.now(), "en")
    places = {place["title"]: place for place in shown["places"]}
    assert (shown["width"], shown["height"]) == (2000, 500)
    assert places["Here"]["near"] == [below.pk, aside.pk]
    assert places["Aside"]["near"] == [here.pk, below.pk]


def test_only_what_guests_see_is_on_it(mohegan: Property) -> None:
    resort_map = make_map(mohegan)
    ballo = put(resort_map, "Seen", 0.5, 0.5)
    put(resort_map, "Draft", 0.6, 0.5, status="draft")
    shown = resort_maps.shown(resort_map, timezone.now(), "en")
    assert [place["title"] for place in shown["places"]] == ["Seen"]
    assert shown["places"][0]["near"] == []
    assert resort_maps.placed(mohegan, timezone.now()) == [ballo.pk]


def test_its_places_are_in_the_order_of_the_alphabet(mohegan: Property) -> None:
    resort_map = make_map(mohegan)
    for name in ("Wolf Den", "novelle", "Avalon"):
        put(resort_map, name, 0.5, 0.5)
    shown = resort_maps.shown(resort_map, timezone.now(), "en")
    titles = [place["title"] for place in shown["places"]]
    assert titles == ["Avalon", "novelle", "Wolf Den"]


def test_it_shows_rows_of_its_own_property(
    mohegan: Property, foxwoods: Property
) -> None:
    foreign = factories.RestaurantFactory.create(property=foxwoods)
    row = MapPlace(map=make_map(mohegan), item=foreign, x=0.5, y=0.5)
    with pytest.raises(ValidationError, match="belongs to Foxwoods"):
        row.full_clean()


def test_a_place_lies_on_the_picture(mohegan: Property) -> None:
    item = factories.RestaurantFactory.create(property=mohegan)
    row = MapPlace(map=make_map(mohegan), item=item, x=1.2, y=0.5)
    with pytest.raises(ValidationError):
        row.full_clean()
