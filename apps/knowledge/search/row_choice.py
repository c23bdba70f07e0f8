"""The live rows of a property that meet criteria, by their kind, in order of fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from apps.catalog.hours import timetable
from apps.catalog.models import Amenity, Item, Restaurant, Room, Show, Venue
from apps.catalog.querysets import (
    AmenityQuerySet,
    RestaurantQuerySet,
    RoomQuerySet,
    ShowQuerySet,
    VenueQuerySet,
)
from apps.knowledge.question.criteria import Criteria
from apps.knowledge.question.limits import NO_LIMITS
from apps.properties.models import Property

# A guest who asks for something cheap gets a choice.
FEW_ROWS = 3
Choose = Callable[[Property, Criteria, datetime], Sequence[Item]]


def _restaurants(
    place: Property, required: Criteria, at: datetime
) -> Sequence[Restaurant]:
    rows = RestaurantQuerySet(Restaurant).of(place).live(at)
    rows = rows.priced(required.min_price_band, required.max_price_band)
    if not (required.dishes or required.is_for_drinks):
        rows = rows.with_meals()
    if required.is_for_families:
        rows = rows.for_families()
    if required.is_casual:
        rows = rows.dressed_casually()
    if required.order:
        direction = "" if required.order == "cheapest" else "-"
        rows = rows.order_by(f"{direction}price_band", "name")
    if required.is_large_company:
        rows = rows.of_groups_first()
    if required.dishes:
        return _serving(rows, required, place, at)
    return _in_order_of_fit(rows, required, place, at)


def _serving(
    rows: RestaurantQuerySet, required: Criteria, place: Property, at: datetime
) -> Sequence[Restaurant]:
    """Those that serve it best. A dish may come from another kitchen where these are
    closed; a steakhouse is none but a steakhouse."""
    serving = list(rows.serving(*required.dishes))
    chosen = (
        _in_order_of_fit(narrowed, required, place, at)
        for narrowed in (serving if required.is_dish else serving[:1])
    )
    return next(filter(None, chosen), [])


def _in_order_of_fit(
    rows: RestaurantQuerySet, required: Criteria, place: Property, at: datetime
) -> Sequence[Restaurant]:
    """Those that are open then: by price where that is asked for, else by hours."""
    open_at = required.open_at
    chosen: list[Restaurant] = rows.open_at(open_at) if open_at else list(rows)
    if required.order == "cheapest" and chosen:
        return _lowest_prices(chosen, required, place, at)
    if open_at is None or required.order:
        return chosen
    return _by_time_left(chosen, open_at)


def _lowest_prices(
    rows: Sequence[Restaurant], required: Criteria, place: Property, at: datetime
) -> Sequence[Restaurant]:
    """Those of the lowest price; the next ones only where they are few.

    Parents who ask for something cheap also hear of the cheapest places, which may say
    nothing of children.
    """
    if required.is_for_families and not required.dishes:
        for_all = replace(required, is_for_families=False, max_price_band=1)
        cheapest = _restaurants(place, for_all, at)
        rows = [*rows, *(row for row in cheapest if row not in rows)]
        return rows[:FEW_ROWS]
    lowest = [row for row in rows if row.price_band == rows[0].price_band]
    return rows[: max(len(lowest), FEW_ROWS)]


def _by_time_left(rows: Sequence[Restaurant], at: datetime) -> Sequence[Restaurant]:
    """Those that stay open longest first; a guest gets the most out of them."""
    return sorted(rows, key=lambda row: timetable.time_left(row, at), reverse=True)


def _rooms(place: Property, required: Criteria, at: datetime) -> Sequence[Item]:
    rows = RoomQuerySet(Room).of(place).live(at)
    if required.is_suite:
        rows = rows.suites()
    if required.limits != NO_LIMITS:
        rows = rows.within(required.limits.price, required.limits.size_sqft)
    if required.limits.company:
        rows = rows.with_beds()
    if required.order == "cheapest":
        return list(rows.cheapest_first())
    if required.order == "dearest":
        return list(rows.cheapest_first().reverse())
    return list(rows.largest_first() if required.order == "largest" else rows)


def _shows(place: Property, required: Criteria, at: datetime) -> Sequence[Item]:
    rows = ShowQuerySet(Show).of(place).live(at)
    if required.is_for_families:
        return []  # no field says whom a show is for
    if required.limits.price:
        rows = rows.within(required.limits.price)
    if required.order == "cheapest":
        rows = rows.cheapest_first()
    return list(rows.free() if required.is_free else rows)


def _venues(place: Property, required: Criteria, at: datetime) -> Sequence[Item]:
    rows = VenueQuerySet(Venue).of(place).live(at)
    rows = rows.holding(required.limits.company)
    return list(rows.reverse() if required.order == "largest" else rows)


def _amenities(place: Property, required: Criteria, at: datetime) -> Sequence[Item]:
    rows = AmenityQuerySet(Amenity).of(place).live(at)
    return list(rows.for_families() if required.is_for_families else rows.for_leisure())


CHOOSERS: Mapping[str, Choose] = {
    Item.Kind.RESTAURANT: _restaurants,
    Item.Kind.ROOM: _rooms,
    Item.Kind.SHOW: _shows,
    Item.Kind.AMENITY: _amenities,
    Item.Kind.VENUE: _venues,
}


def closed(required: Criteria, place: Property, at: datetime) -> Sequence[Item]:
    """The rows that would do if they were open then, the next to open first."""
    at_any_time = replace(required, open_at=None)
    rows = CHOOSERS[required.kind](place, at_any_time, at)
    openings = {
        row.pk: coming.opens
        for row in rows
        if (coming := timetable.state(row, required.open_at or at).next_opening)
    }
    return sorted(
        (row for row in rows if row.pk in openings), key=lambda row: openings[row.pk]
    )
