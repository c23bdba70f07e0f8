"""Querysets of the catalog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any, Self

from django.db import models
from django.db.models import Case, Q, When

from apps.catalog import wall_clock
from apps.catalog.hours import timetable
from apps.infrastructure import patterns

if TYPE_CHECKING:
    from apps.properties.models import Property

EVENING_ENDS = time(5)
CHILD_AGE = 13
NO_MEAL = r"\m((cocktails?|wine|lobby|juice) (bar|lounge)|ice cream|gelato)\M"


def live(at: datetime, prefix: str = "") -> Q:
    """A condition for rows that guests may see now; `prefix` leads to the row."""
    begun = Q((f"{prefix}valid_from__isnull", True)) | Q(
        (f"{prefix}valid_from__lte", at)
    )
    not_over = Q((f"{prefix}valid_to__isnull", True)) | Q((f"{prefix}valid_to__gt", at))
    return Q((f"{prefix}status", "live")) & begun & not_over


class ItemQuerySet(models.QuerySet[Any]):
    """Rows of the catalog, which callers restrict to one property."""

    def of(self, place: Property) -> Self:
        return self.filter(property=place)

    def live(self, at: datetime) -> Self:
        """Rows that guests may see at this moment."""
        return self.filter(live(at))

    def kinds(self) -> list[str]:
        """The kinds of these rows."""
        return list(self.order_by("kind").values_list("kind", flat=True).distinct())

    def with_hours(self) -> Self:
        """Prefetches the rows that `timetable.state` reads, in three queries."""
        return self.select_related("property").prefetch_related(
            "hours", "hours_exceptions"
        )

    def open_at(self, moment: datetime) -> list[Any]:
        """Rows that are open at this moment, in order, without rows of unknown hours.

        This is a list, because only `timetable.state` interprets hours, exceptions and
        time zones. A property has few rows.
        """
        rows = self.with_hours()
        return [row for row in rows if timetable.state(row, moment).is_open]


class RestaurantQuerySet(ItemQuerySet):
    """Restaurants by the wishes of guests."""

    def serving(self, *choices: Iterable[str]) -> Iterator[Self]:
        """Rows that match one of these choices, the best match first; never empty ones.

        Cuisine and name are searched before the descriptions.
        """
        for words in choices:
            for fields in (("cuisine", "name"), ("summary", "details")):
                rows = self._saying(words, *fields)
                if rows.exists():
                    yield rows

    def telling_of(self, *words: str) -> Self:
        """All rows that contain one of the words, those first whose name or cuisine
        does."""
        own = self._saying(words, "cuisine", "name").order_by().values("pk")
        rows = self._saying(words, "cuisine", "name", "summary", "details")
        return rows.order_by(Case(When(pk__in=own, then=0), default=1), "name")

    def priced(self, at_least: int = 1, at_most: int = 4) -> Self:
        return self.filter(price_band__range=(at_least, at_most))

    def with_meals(self) -> Self:
        """Without bars, where one drinks, and stands that sell ice cream."""
        return self.exclude(cuisine__iregex=NO_MEAL)

    def for_families(self) -> Self:
        """Rows whose record mentions children and admits them."""
        return self.exclude(kids="").filter(_lets_children_in())

    def of_groups_first(self) -> Self:
        """First those whose record says how groups reserve."""
        is_of_groups = Q(reservations__iregex=r"\m(groups?|part(y|ies)|large)\M")
        return self.order_by(Case(When(is_of_groups, then=0), default=1), "name")

    def dressed_casually(self) -> Self:
        return self.filter(dress_code__iregex=r"^(resort |very )?casual")

    def _saying(self, words: Iterable[str], *fields: str) -> Self:
        """Rows that contain one of the words, as a whole word, in one of the fields."""
        alternatives = "|".join(patterns.escape(word) for word in words)
        pattern = rf"\m({alternatives})(s|es)?\M"
        condition = Q()
        for field in fields:
            condition |= Q((f"{field}__iregex", pattern))
        return self.filter(condition)


class RoomQuerySet(ItemQuerySet):
    def suites(self) -> Self:
        """Suites, where rooms are called so; else all rooms."""
        rows = self.filter(name__icontains="suite")
        return rows if rows.exists() else self

    def within(self, price: int = 0, size_sqft: int = 0) -> Self:
        """Rooms of at most this rate and at least this size, the cheapest first.

        0 sets no limit. A rate on request is no rate.
        """
        rows = self.filter(rate_from__lte=price) if price else self
        rows = rows.filter(size_sqft__gte=size_sqft) if size_sqft else rows
        return rows.order_by("rate_from", "name")

    def cheapest_first(self) -> Self:
        """Rooms with a published rate, the cheapest first."""
        return self.filter(rate_from__isnull=False).order_by("rate_from", "name")

    def with_beds(self) -> Self:
        """Rooms whose beds are known, which tell for how many they are; else all."""
        rows = self.exclude(beds="")
        return rows if rows.exists() else self

    def largest_first(self) -> Self:
        return self.filter(size_sqft__isnull=False).order_by("-size_sqft", "name")


class AmenityQuerySet(ItemQuerySet):
    def for_leisure(self) -> Self:
        """Without services such as parking, which nobody comes for."""
        return self.exclude(sort="service")

    def for_families(self) -> Self:
        return self.filter(Q(sort="family") | Q(sort="pool")).filter(
            _lets_children_in()
        )


class ShowQuerySet(ItemQuerySet):
    def free(self) -> Self:
        return self.filter(is_free=True)

    def cheapest_first(self) -> Self:
        """Shows with a published price, the cheapest first."""
        return self.filter(price_from__isnull=False).order_by("price_from", "name")

    def within(self, price: int) -> Self:
        """Shows with tickets from at most this price, the cheapest first."""
        rows = self.filter(Q(price_from__lte=price) | Q(is_free=True))
        return rows.order_by("price_from", "name")


class VenueQuerySet(ItemQuerySet):
    def holding(self, guests: int) -> Self:
        """Venues with room for so many, the smallest first."""
        return self.filter(capacity__gte=guests).order_by("capacity", "name")


def _lets_children_in() -> Q:
    return Q(minimum_age__isnull=True) | Q(minimum_age__lt=CHILD_AGE)


class PerformanceQuerySet(models.QuerySet[Any]):
    def of(self, place: Property) -> Self:
        return self.filter(show__property=place)

    def live(self, at: datetime) -> Self:
        """Performances of shows that guests may see at this moment."""
        return self.filter(live(at, "show__"))

    def between(self, start: datetime, end: datetime) -> Self:
        """Performances that start from `start` up to, not including, `end`."""
        return self.filter(starts_at__gte=start, starts_at__lt=end).order_by(
            "starts_at"
        )

    def tonight(self, place: Property, at: datetime) -> Self:
        """Live performances from this moment until five the next morning."""
        tomorrow = at.astimezone(place.zone).date() + timedelta(days=1)
        end = wall_clock.moment(tomorrow, EVENING_ENDS, place.zone)
        rows = self.of(place).live(at).between(at, end)
        return rows.select_related("show__at_venue", "show__property")
