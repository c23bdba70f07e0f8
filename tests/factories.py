"""Rows for tests: realistic, and no more than a test needs. Saved as live rows."""

# factory_boy's declarations have no types
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.utils import timezone
from factory.declarations import LazyFunction, SelfAttribute, Sequence, SubFactory
from factory.django import DjangoModelFactory
from factory.helpers import post_generation

from apps.catalog import models as catalog
from apps.guests.models import Guest
from apps.properties.models import (
    Assignment,
    Experiment,
    Helpline,
    Jurisdiction,
    Property,
    StaffAccess,
)
from apps.reservations.models import Reservation

Row = TypeVar("Row", bound=catalog.Item)


class JurisdictionFactory(DjangoModelFactory[Jurisdiction]):
    class Meta:
        model = Jurisdiction
        django_get_or_create = ("code",)

    code = "us-ct"
    name = "Connecticut"
    gaming_age = 21
    source = "Connecticut General Statutes"


class HelplineFactory(DjangoModelFactory[Helpline]):
    class Meta:
        model = Helpline

    jurisdiction = SubFactory(JurisdictionFactory)
    purpose = Helpline.Purpose.GAMBLING
    name = "Connecticut Council on Problem Gambling"
    phone = "1-888-789-7777"
    source = "ccpg.org"


class PropertyFactory(DjangoModelFactory[Property]):
    class Meta:
        model = Property
        django_get_or_create = ("slug",)

    slug = "mohegan-sun"
    name = "Mohegan Sun"
    time_zone = "America/New_York"
    phone = "1-888-226-7711"
    website = "mohegansun.com"
    location = "1 Mohegan Sun Boulevard, Uncasville, CT 06382"
    jurisdiction = SubFactory(JurisdictionFactory)


class ItemFactory(DjangoModelFactory[Row]):
    """`hours` takes lines for `set_hours`: hours=["0-4 11:30-22:00"]."""

    class Meta:
        abstract = True
        skip_postgeneration_save = True

    property = SubFactory(PropertyFactory)
    slug = Sequence(lambda number: f"row-{number}")
    status = catalog.Item.Status.LIVE
    source = "The resort's own list"
    as_of = date(2026, 11, 1)

    @post_generation
    def hours(self, create: bool, lines: list[str] | None, **_: Any) -> None:
        if create and lines:
            set_hours(self, *lines)  # type: ignore[arg-type]


class RestaurantFactory(ItemFactory[catalog.Restaurant]):
    class Meta:
        model = catalog.Restaurant

    name = "Todd English's Tuscany"
    cuisine = "Italian"
    price_band = 4
    place = "Casino of the Sky"


class AmenityFactory(ItemFactory[catalog.Amenity]):
    class Meta:
        model = catalog.Amenity

    name = "Mandara Spa"
    sort = catalog.Amenity.Sort.SPA


class LodgeFactory(AmenityFactory):
    """A row that says what guests ask for in words that none of them would use."""

    name = "North Lodge"
    sort = catalog.Amenity.Sort.SERVICE
    details = "Boarding for companions of four legs, 8 AM to 6 PM."


class GamingAreaFactory(ItemFactory[catalog.GamingArea]):
    class Meta:
        model = catalog.GamingArea

    name = "Casino of the Earth"
    games = ["Blackjack", "Roulette"]


class VenueFactory(ItemFactory[catalog.Venue]):
    class Meta:
        model = catalog.Venue

    name = "Wolf Den"
    sort = "Free live music venue"
    capacity = 350


class ShowFactory(ItemFactory[catalog.Show]):
    class Meta:
        model = catalog.Show

    name = "The Fab Faux"
    genre = "Tribute band"
    is_free = True
    at_venue = SubFactory(VenueFactory, property=SelfAttribute("..property"))


class PerformanceFactory(DjangoModelFactory[catalog.Performance]):
    """`starts_at` has to be given."""

    class Meta:
        model = catalog.Performance

    show = SubFactory(ShowFactory)


class TowerFactory(ItemFactory[catalog.Tower]):
    class Meta:
        model = catalog.Tower

    name = "Sky Tower"
    floor_count = 34
    room_count = 1200


class RoomFactory(ItemFactory[catalog.Room]):
    class Meta:
        model = catalog.Room

    name = "Junior Suite"
    rate_from = Decimal("299.00")
    features = ["Soaking tub"]


class PromoFactory(ItemFactory[catalog.Promo]):
    class Meta:
        model = catalog.Promo

    name = "Momentum Rewards"
    sort = catalog.Promo.Sort.LOYALTY


class PromoTierFactory(DjangoModelFactory[catalog.PromoTier]):
    class Meta:
        model = catalog.PromoTier

    promo = SubFactory(PromoFactory)
    rank = Sequence(int)
    name = "Ignite"
    benefits = "Earned at 2,500 tier credits."


class FaqEntryFactory(ItemFactory[catalog.FaqEntry]):
    class Meta:
        model = catalog.FaqEntry

    name = "Is parking free?"
    answer = "Yes, self-parking is free for all guests."


ITEM_FACTORIES: tuple[type[ItemFactory[Any]], ...] = (
    RestaurantFactory,
    AmenityFactory,
    GamingAreaFactory,
    VenueFactory,
    ShowFactory,
    TowerFactory,
    RoomFactory,
    PromoFactory,
    FaqEntryFactory,
)


class StaffFactory(DjangoModelFactory[User]):
    """Works for all properties unless `all_properties=False` is given."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = "sam"
    is_staff = True

    @post_generation
    def all_properties(self, create: bool, is_given: bool | None, **_: Any) -> None:
        if create:
            is_for_all = is_given is not False
            StaffAccess.objects.create(user=self, all_properties=is_for_all)  # type: ignore[misc]


def assign(user: User, *places: Property) -> None:
    """The user works for these properties alone from now on."""
    StaffAccess.objects.filter(user=user).update(all_properties=False)
    Assignment.objects.filter(user=user).delete()
    for place in places:
        Assignment.objects.create(user=user, property=place)


def run_experiment(
    place: Property, weights: tuple[int, ...] = (50, 50), name: str = "Voices"
) -> Experiment:
    """A running experiment: “As it is”, and arms “B”, “C”, … without specialists."""
    experiment = Experiment.objects.create(property=place, name=name, sentence="Why?")
    for number, weight in enumerate(weights):
        experiment.arms.create(
            name=chr(ord("A") + number) if number else "As it is",
            weight=weight,
            changes={"specialists": False} if number else {},
        )
    experiment.begin()
    return experiment


def set_hours(item: catalog.Item, *lines: str) -> None:
    """Weekly hours as "2-6 17:00-22:00": days from Monday 0, then opens and closes."""
    *days_before, last_day = [hours for line in lines for hours in _by_day(line)]
    item.hours.bulk_create(
        catalog.ServiceHours(item_id=item.pk, **day) for day in days_before
    )
    # Each saved day rewrites what is known of the row: once is enough.
    item.hours.create(**last_day)


def _by_day(line: str) -> list[dict[str, Any]]:
    days, times = line.split()
    first, _, last = days.partition("-")
    opens, closes = (time.fromisoformat(wall) for wall in times.split("-"))
    return [
        {"weekday": weekday, "opens_at": opens, "closes_at": closes}
        for weekday in range(int(first), int(last or first) + 1)
    ]


class ReservationFactory(DjangoModelFactory[Reservation]):
    class Meta:
        model = Reservation

    property = SubFactory(PropertyFactory)
    kind = Reservation.Kind.TABLE
    code = Sequence(lambda number: f"DINE{number:04d}")
    family_name = "Okafor"
    what = "Ballo Italian Restaurant"
    starts_at = LazyFunction(lambda: timezone.now() + timedelta(days=3))
    party = 2
    booked_at = LazyFunction(timezone.now)


class GuestFactory(DjangoModelFactory[Guest]):
    class Meta:
        model = Guest

    property = SubFactory(PropertyFactory)
