"""The live rows of a property that meet criteria, by their kind, in order of fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, Protocol, TypeVar

from django.db.models import Q

from apps.catalog.hours import timetable
from apps.catalog.models import Amenity, Item, Restaurant, Room, Show, Venue
from apps.catalog.querysets import (
    AmenityQuerySet,
    ItemQuerySet,
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
MOST_REMEMBERED = 256
ALWAYS_VALID = Q(valid_from=None, valid_to=None)
Queried = TypeVar("Queried", bound=ItemQuerySet)


class Live(Protocol):
    """Restricts a queryset to the rows of a property that guests may see."""

    def __call__(self, rows: Queried, /) -> Queried: ...


class RowChoice:
    """Chooses among the live rows of a property, of which it holds what was chosen.

    Rows are read once for all criteria that differ in nothing but the moment. Once one
    of them has changed, another choice has to be made: it lasts as long as a snapshot.
    """

    def __init__(self, place: Property) -> None:
        self._place = place
        self._held: dict[int, Any] = {}
        self._choices = lru_cache(maxsize=MOST_REMEMBERED)(self._read)

    def rows(self, required: Criteria, at: datetime) -> Sequence[Any]:
        """Those that meet the criteria."""
        hidden = frozenset(row.pk for row in self._dated if not row.is_valid_at(at))
        choices = self._choices(replace(required, open_at=None), hidden)
        fitting = (self._in_order_of_fit(rows, required, at) for rows in choices)
        return next(filter(None, fitting), [])

    def closed(self, required: Criteria, at: datetime) -> Sequence[Item]:
        """The rows that would do if they were open then, the next to open first."""
        rows = self.rows(replace(required, open_at=None), at)
        openings = {
            row.pk: coming.opens
            for row in rows
            if (coming := timetable.state(row, required.open_at or at).next_opening)
        }
        return sorted(
            (row for row in rows if row.pk in openings),
            key=lambda row: openings[row.pk],
        )

    @cached_property
    def _dated(self) -> Sequence[Item]:
        """The rows that are not always valid."""
        return list(Item.objects.of(self._place).exclude(ALWAYS_VALID))

    def _read(
        self, required: Criteria, hidden: frozenset[int]
    ) -> tuple[Sequence[Any], ...]:
        """Of several choices the first that fits counts.

        hidden: ids of rows whose dates do not hold.
        """

        def live(rows: Queried) -> Queried:
            rows = rows.of(self._place).filter(status=Item.Status.LIVE)
            return rows.exclude(pk__in=hidden).with_hours()

        return tuple(map(self._hold, QUERIES[required.kind](live, required)))

    def _hold(self, rows: Iterable[Any]) -> Sequence[Any]:
        """Each row is held once, however many criteria it meets."""
        return [self._held.setdefault(row.pk, row) for row in rows]

    def _in_order_of_fit(
        self, rows: Sequence[Any], required: Criteria, at: datetime
    ) -> Sequence[Any]:
        """Restaurants that are open then: by price where that is asked for, else by
        hours. Other rows as they are."""
        open_at = required.open_at
        if required.kind != Item.Kind.RESTAURANT:
            return rows
        if open_at:
            rows = [row for row in rows if timetable.state(row, open_at).is_open]
        if required.order == "cheapest" and rows:
            return self._lowest_prices(rows, required, at)
        if open_at is None or required.order:
            return rows
        return _by_time_left(rows, open_at)

    def _lowest_prices(
        self, rows: Sequence[Any], required: Criteria, at: datetime
    ) -> Sequence[Any]:
        """Those of the lowest price; the next ones only where they are few.

        Parents who ask for something cheap also hear of the cheapest places, which may
        say nothing of children.
        """
        if required.is_for_families and not required.dishes:
            for_all = replace(required, is_for_families=False, max_price_band=1)
            cheapest = self.rows(for_all, at)
            rows = [*rows, *(row for row in cheapest if row not in rows)]
            return rows[:FEW_ROWS]
        lowest = [row for row in rows if row.price_band == rows[0].price_band]
        return rows[: max(len(lowest), FEW_ROWS)]


def _by_time_left(rows: Sequence[Any], at: datetime) -> Sequence[Any]:
    """Those that stay open longest first; a guest gets the most out of them."""
    return sorted(rows, key=lambda row: timetable.time_left(row, at), reverse=True)


def _restaurants(live: Live, required: Criteria) -> Iterable[RestaurantQuerySet]:
    rows = live(RestaurantQuerySet(Restaurant))
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
    return _serving(rows, required) if required.dishes else [rows]


def _serving(
    rows: RestaurantQuerySet, required: Criteria
) -> Sequence[RestaurantQuerySet]:
    """Those that serve it best. A dish may come from another kitchen where these are
    closed; a steakhouse is none but a steakhouse."""
    serving = list(rows.serving(*required.dishes))
    if not required.is_dish:
        return serving[:1]
    telling = rows.telling_of(*required.dishes[0])
    return [telling, *serving] if telling.exists() and not required.order else serving


def _rooms(live: Live, required: Criteria) -> Iterable[RoomQuerySet]:
    rows = live(RoomQuerySet(Room))
    if required.is_suite:
        rows = rows.suites()
    if required.limits != NO_LIMITS:
        rows = rows.within(required.limits.price, required.limits.size_sqft)
    if required.limits.company:
        rows = rows.with_beds()
    if required.order == "cheapest":
        return [rows.cheapest_first()]
    if required.order == "dearest":
        return [rows.cheapest_first().reverse()]
    return [rows.largest_first() if required.order == "largest" else rows]


def _shows(live: Live, required: Criteria) -> Iterable[ShowQuerySet]:
    if required.is_for_families:
        return []  # no field says whom a show is for
    rows = live(ShowQuerySet(Show))
    if required.limits.price:
        rows = rows.within(required.limits.price)
    if required.order == "cheapest":
        rows = rows.cheapest_first()
    return [rows.free() if required.is_free else rows]


def _venues(live: Live, required: Criteria) -> Iterable[VenueQuerySet]:
    rows = live(VenueQuerySet(Venue)).holding(required.limits.company)
    return [rows.reverse() if required.order == "largest" else rows]


def _amenities(live: Live, required: Criteria) -> Iterable[AmenityQuerySet]:
    rows = live(AmenityQuerySet(Amenity))
    return [rows.for_families() if required.is_for_families else rows.for_leisure()]


QUERIES: Mapping[str, Callable[[Live, Criteria], Iterable[ItemQuerySet]]] = {
    Item.Kind.RESTAURANT: _restaurants,
    Item.Kind.ROOM: _rooms,
    Item.Kind.SHOW: _shows,
    Item.Kind.AMENITY: _amenities,
    Item.Kind.VENUE: _venues,
}
