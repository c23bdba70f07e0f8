"""The rows that fit what a question wishes for, as passages with what counts now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from apps.catalog.models import Amenity, Item, Restaurant, Room, Show
from apps.catalog.querysets import (
    AmenityQuerySet,
    RestaurantQuerySet,
    RoomQuerySet,
    ShowQuerySet,
)
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import criteria
from apps.knowledge.question.criteria import Wishes
from apps.knowledge.search import results
from apps.knowledge.search.results import Found
from apps.language.calendar.asked_time import AskedTime
from apps.properties.models import Property

MOST_ROWS = 12
SURE = 0.9
Choose = Callable[[Property, Wishes, datetime], Sequence[Item]]


@dataclass(frozen=True)
class Shortlist:
    """`kind` is empty when the question does not choose among rows of one."""

    kind: str = ""
    found: Sequence[Found] = ()


def of(snapshot: PropertySnapshot, text: str, at: datetime) -> Shortlist:
    """Facts of every row that fits what a question wishes for; there may be none.

    Never a row of another property, and none that is not live at this moment.
    """
    place = snapshot.place
    kitchens = criteria.cuisine_words(snapshot.cuisines)
    wished = criteria.read(text, at, place.zone, kitchens)
    if wished is None or wished.kind not in CHOOSERS:
        return Shortlist()
    rows = CHOOSERS[wished.kind](place, wished, at)[:MOST_ROWS]
    if not rows and (wished.dishes or wished.for_families):
        return Shortlist()  # perhaps a written answer knows
    return Shortlist(wished.kind, _passages(snapshot, rows, wished, at))


def _passages(
    snapshot: PropertySnapshot, rows: Sequence[Item], wished: Wishes, at: datetime
) -> list[Found]:
    keys = {
        one.item_id: key
        for key, one in snapshot.passages.items()
        if one.field_group == "facts"
    }
    ranked = [(keys[row.pk], SURE) for row in rows if row.pk in keys]
    asked = _asked(wished, at, snapshot.place.zone)
    found = results.load(ranked, snapshot, at, asked)
    for one in found:
        one["metadata"]["fits"] = " ".join(_reasons(wished, asked))
    return found


def _asked(wished: Wishes, at: datetime, zone: ZoneInfo) -> AskedTime | None:
    """What is true now is computed for every row anyway."""
    if wished.open_at is None or wished.open_at == at:
        return None
    local = wished.open_at.astimezone(zone)
    return AskedTime(local.date(), local.time())


def _reasons(wished: Wishes, asked: AskedTime | None) -> list[str]:
    """Fields that show why a row is there, the most telling first."""
    is_room = wished.kind == Item.Kind.ROOM
    price = "rate_from" if is_room else "price_band"
    reasons = {
        "size_sqft": wished.order == "largest",
        price: bool(wished.order) or (wished.at_least, wished.at_most) != (1, 4),
        "kids": wished.for_families,
        "dress_code": wished.casual,
        "is_free": wished.free,
        "then": asked is not None,
        "now": wished.open_at is not None and asked is None,
        "cuisine": True,
        "rate_from": is_room,
        "summary": True,
    }
    return [field for field, holds in reasons.items() if holds]


def _restaurants(place: Property, wished: Wishes, at: datetime) -> Sequence[Item]:
    rows = RestaurantQuerySet(Restaurant).of(place).live(at)
    rows = rows.priced(wished.at_least, wished.at_most)
    if wished.dishes:
        rows = rows.serving(*wished.dishes)
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
    if wished.for_families:
        return []  # whom a show is for stands in no field
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
