"""The rows that meet a question's criteria, as passages with their facts of now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.catalog.hours import timetable
from apps.catalog.models import Amenity, Item, Restaurant, Room, Show
from apps.catalog.querysets import (
    AmenityQuerySet,
    RestaurantQuerySet,
    RoomQuerySet,
    ShowQuerySet,
)
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import criteria
from apps.knowledge.question.criteria import Criteria
from apps.knowledge.search import results
from apps.knowledge.search.results import Found
from apps.language.calendar import asked_time
from apps.language.calendar.asked_time import AskedTime
from apps.properties.models import Property

MAX_ROWS = 12
SURE = 0.9
Choose = Callable[[Property, Criteria, datetime], Sequence[Item]]


@dataclass(frozen=True)
class Shortlist:
    """`kind` is empty when the question does not choose among rows of one."""

    kind: str = ""
    passages: Sequence[Found] = ()

    def without(self, rows: Collection[int]) -> Shortlist:
        """Empty where nothing is left to choose from."""
        passages = [
            passage
            for passage in self.passages
            if passage["metadata"]["item_id"] not in rows
        ]
        return Shortlist(self.kind, passages) if passages else Shortlist()


def of(
    snapshot: PropertySnapshot, text: str, at: datetime, language: str = "en"
) -> Shortlist:
    """Facts of every row that meets the criteria of a question; there may be none.

    Never a row of another property, and none that is not live at this moment.
    """
    place = snapshot.place
    required = criteria.read(text, at, place.zone, snapshot.cuisines)
    if required is None or required.kind not in CHOOSERS:
        return Shortlist()
    rows = CHOOSERS[required.kind](place, required, at)[:MAX_ROWS]
    if not rows and (required.dishes or required.is_for_families):
        return Shortlist()  # perhaps a written answer knows
    asked_for = _asked_for(required, text, at.astimezone(place.zone))
    passages = _passages(snapshot, rows, required, at, asked_for, language)
    return Shortlist(required.kind, passages)


def _passages(
    snapshot: PropertySnapshot,
    rows: Sequence[Item],
    required: Criteria,
    at: datetime,
    asked_for: AskedTime | None,
    language: str,
) -> list[Found]:
    keys = {
        passage.item_id: passage_id
        for passage_id, passage in snapshot.passages.items()
        if passage.field_group == "facts"
    }
    ranked = [(keys[row.pk], SURE) for row in rows if row.pk in keys]
    passages = results.load(ranked, snapshot, at, asked_for, language=language)
    for passage in passages:
        passage["metadata"]["fits"] = " ".join(_reasons(required, asked_for))
    return passages


def _asked_for(required: Criteria, text: str, now: datetime) -> AskedTime | None:
    """What is true now is computed for every row anyway.

    Of "tonight" or "breakfast" the hours of that day are told: its clock is assumed.
    """
    if required.open_at is None or required.open_at == now:
        return None
    local = required.open_at.astimezone(now.tzinfo)
    in_words = asked_time.read(text, now)
    if in_words and in_words.clock is not None:
        return AskedTime(local.date(), local.time())
    is_night = local.hour < asked_time.NIGHT_ENDS
    return AskedTime(local.date() - is_night * asked_time.DAY)


def _reasons(required: Criteria, asked_for: AskedTime | None) -> list[str]:
    """Fields that show why a row is there, the most telling first."""
    is_room = required.kind == Item.Kind.ROOM
    price = "rate_from" if is_room else "price_band"
    price_bands = (required.min_price_band, required.max_price_band)
    reasons = {
        "size_sqft": required.order == "largest",
        price: bool(required.order) or price_bands != (1, 4),
        "kids": required.is_for_families,
        "dress_code": required.is_casual,
        "is_free": required.is_free,
        "then": asked_for is not None,
        "now": required.open_at is not None and asked_for is None,
        "cuisine": True,
        "rate_from": is_room,
        "summary": True,
    }
    return [field for field, holds in reasons.items() if holds]


def _restaurants(place: Property, required: Criteria, at: datetime) -> Sequence[Item]:
    rows = RestaurantQuerySet(Restaurant).of(place).live(at)
    rows = rows.priced(required.min_price_band, required.max_price_band)
    if required.dishes:
        rows = rows.serving(*required.dishes)
    if required.is_for_families:
        rows = rows.for_families()
    if required.is_casual:
        rows = rows.dressed_casually()
    if required.order:
        direction = "" if required.order == "cheapest" else "-"
        rows = rows.order_by(f"{direction}price_band", "name")
    if required.open_at is None:
        return list(rows)
    open_rows = rows.open_at(required.open_at)
    return open_rows if required.order else _by_time_left(open_rows, required.open_at)


def _by_time_left(rows: Sequence[Item], at: datetime) -> Sequence[Item]:
    """A guest has the most of a place that stays open long."""
    return sorted(rows, key=lambda row: timetable.time_left(row, at), reverse=True)


def _rooms(place: Property, required: Criteria, at: datetime) -> Sequence[Item]:
    rows = RoomQuerySet(Room).of(place).live(at)
    if required.order == "cheapest":
        return list(rows.cheapest_first())
    if required.order == "dearest":
        return list(rows.cheapest_first().reverse())
    return list(rows.largest_first() if required.order == "largest" else rows)


def _shows(place: Property, required: Criteria, at: datetime) -> Sequence[Item]:
    rows = ShowQuerySet(Show).of(place).live(at)
    if required.is_for_families:
        return []  # whom a show is for stands in no field
    return list(rows.free() if required.is_free else rows)


def _amenities(place: Property, required: Criteria, at: datetime) -> Sequence[Item]:
    rows = AmenityQuerySet(Amenity).of(place).live(at)
    return list(rows.for_families()) if required.is_for_families else []


CHOOSERS: Mapping[str, Choose] = {
    Item.Kind.RESTAURANT: _restaurants,
    Item.Kind.ROOM: _rooms,
    Item.Kind.SHOW: _shows,
    Item.Kind.AMENITY: _amenities,
}
