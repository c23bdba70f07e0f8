"""The rows that fit what a question wishes for, as passages with what counts now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from apps.catalog.models import Amenity, Item, Restaurant, Room, Show
from apps.catalog.querysets import (
    AmenityQuerySet,
    RestaurantQuerySet,
    RoomQuerySet,
    ShowQuerySet,
)
from apps.knowledge import asked_time, retrieval, wishes
from apps.knowledge.retrieval import Found
from apps.knowledge.shelf import Shelf
from apps.knowledge.wishes import Wishes
from apps.properties.models import Property

MOST_ROWS = 12
SURE = 0.9
Choose = Callable[[Property, Wishes, datetime], Sequence[Item]]


def passages(shelf: Shelf, text: str, at: datetime) -> list[Found]:
    """Facts of every row that fits; empty when nothing is wished for, or nothing fits.

    Never a row of another property, and none that is not live at this moment.
    """
    place = shelf.place
    wished = wishes.read(text, at, place.zone, _cuisines(place, at))
    if wished is None or wished.kind not in CHOOSERS:
        return []
    rows = CHOOSERS[wished.kind](place, wished, at)[:MOST_ROWS]
    facts = {
        one.item_id: key
        for key, one in shelf.passages.items()
        if one.field_group == "facts"
    }
    ranked = [(facts[row.pk], SURE) for row in rows if row.pk in facts]
    asked = asked_time.read(text, at.astimezone(place.zone))
    return retrieval.load(ranked, shelf, at, asked)


def _cuisines(place: Property, at: datetime) -> frozenset[str]:
    kitchens = (
        RestaurantQuerySet(Restaurant)
        .of(place)
        .live(at)
        .values_list("cuisine", flat=True)
    )
    return wishes.cuisine_words(list(kitchens.distinct()))


def _restaurants(place: Property, wished: Wishes, at: datetime) -> Sequence[Item]:
    rows = RestaurantQuerySet(Restaurant).of(place).live(at)
    rows = rows.priced(wished.at_least, wished.at_most)
    if wished.dishes:
        rows = rows.serving(wished.dishes)
    if wished.for_families:
        rows = rows.for_families()
    if wished.casual:
        rows = rows.dressed_casually()
    if wished.order:
        direction = "" if wished.order == "cheapest" else "-"
        rows = rows.order_by(f"{direction}price_band", "name")
    return rows.open_at(wished.open_at) if wished.open_at else list(rows)


def _rooms(place: Property, wished: Wishes, at: datetime) -> Sequence[Item]:
    rows = RoomQuerySet(Room).of(place).live(at)
    if wished.order == "cheapest":
        return list(rows.cheapest_first())
    if wished.order == "dearest":
        return list(rows.cheapest_first().reverse())
    return list(rows.largest_first() if wished.order == "largest" else rows)


def _shows(place: Property, wished: Wishes, at: datetime) -> Sequence[Item]:
    rows = ShowQuerySet(Show).of(place).live(at)
    rows = rows.for_families() if wished.for_families else rows
    return list(rows.free() if wished.free else rows)


def _amenities(place: Property, wished: Wishes, at: datetime) -> Sequence[Item]:
    rows = AmenityQuerySet(Amenity).of(place).live(at)
    return list(rows.for_families()) if wished.for_families else []


CHOOSERS: Mapping[str, Choose] = {
    Item.Kind.RESTAURANT: _restaurants,
    Item.Kind.ROOM: _rooms,
    Item.Kind.SHOW: _shows,
    Item.Kind.AMENITY: _amenities,
}
