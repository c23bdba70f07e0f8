"""What a guest sees of a resort's map: its places, and what is near each of them."""

from __future__ import annotations

from datetime import datetime
from math import hypot
from typing import Any

from apps.catalog.hours import formatting, timetable
from apps.catalog.models import Item, MapPlace, ResortMap
from apps.language.vocabulary import recorded_values
from apps.properties.models import Property

MOST_NEAR = 6


def placed(place: Property, at: datetime) -> list[int]:
    """The ids of the rows that guests find on the map of a property."""
    rows = MapPlace.objects.filter(map__property=place)
    live = Item.objects.of(place).live(at).values("pk")
    return list(rows.filter(item__in=live).values_list("item_id", flat=True))


def shown(resort_map: ResortMap, at: datetime, language: str) -> dict[str, Any]:
    """The picture with its places, each with the ids of those nearest to it."""
    items = Item.objects.of(resort_map.property).live(at).with_hours().in_bulk()
    places = [row for row in resort_map.places.all() if row.item_id in items]
    places.sort(key=lambda row: items[row.item_id].name.casefold())
    return {
        "picture": resort_map.picture.url,
        "alt": resort_map.picture_alt,
        "note": recorded_values.shown(resort_map.note, language),
        "width": resort_map.width,
        "height": resort_map.height,
        "places": [
            {
                **_place(row, items[row.item_id], at, language),
                "near": nearest(row, places, resort_map.width, resort_map.height),
            }
            for row in places
        ],
    }


def nearest(
    here: MapPlace, places: list[MapPlace], width: int, height: int
) -> list[int]:
    """Ids of the rows nearest to a place, as the crow flies over the picture."""

    def distance(neighbour: MapPlace) -> float:
        return hypot((neighbour.x - here.x) * width, (neighbour.y - here.y) * height)

    neighbours = sorted((row for row in places if row is not here), key=distance)
    return [row.item_id for row in neighbours[:MOST_NEAR]]


def _place(row: MapPlace, item: Item, at: datetime, language: str) -> dict[str, Any]:
    return {
        "id": item.pk,
        "kind": item.kind,
        "title": item.name,
        "where": recorded_values.shown(item.place, language),
        "state": formatting.say_state(item, at, language),
        "is_open": timetable.state(item, at).is_open,
        "x": row.x,
        "y": row.y,
    }
