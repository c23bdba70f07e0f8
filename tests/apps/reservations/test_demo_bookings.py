"""The demo's bookings come with the demo's resorts, once, and follow the days."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import yaml
from django.core.management import CommandError
from django.test import TestCase

from apps.catalog.hours import timetable
from apps.properties.models import Property
from apps.reservations import demo_bookings
from apps.reservations.models import Reservation
from tests.apps.catalog.demo.seeding import FIXTURES, NOON, folder, restaurant, seed
from tests.apps.reservations.sample_requests import asked_for

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
NOW = datetime.fromisoformat(NOON)
DINNER = {
    "code": "DINE2207",
    "kind": "table",
    "family_name": "Okafor",
    "item": "Cedars",
    "starts": [0, "19:30"],
    "party": 2,
    "booked": [-12, "18:40"],
}


def inn(path: Path, *bookings: dict[str, object]) -> Path:
    """A small property with these bookings."""
    small = folder(path, restaurants=[restaurant()])
    (small / "bookings").mkdir(exist_ok=True)
    content = {"property": "inn", "bookings": list(bookings)}
    (small / "bookings" / "inn.yaml").write_text(yaml.safe_dump(content))
    return small


class TestTheDemoBookings(TestCase):
    """Those that the project ships; seeding takes seconds, so once for all tests."""

    @classmethod
    def setUpTestData(cls) -> None:
        seed()

    def test_it_loads_the_bookings_of_both_demo_properties(self) -> None:
        for slug in ("mohegan-sun", "foxwoods"):
            rows = Reservation.objects.filter(property__slug=slug)
            assert {*rows.values_list("kind", flat=True)} == {*Reservation.Kind}
            assert {*rows.values_list("state", flat=True)} == {*Reservation.State}
            ends = [row.starts_at - NOW for row in rows]
            assert min(ends) < timedelta(days=-30)
            assert max(ends) > timedelta(days=7)
            place = Property.objects.get(slug=slug)
            days = [row.starts_at.astimezone(place.zone).date() for row in rows]
            assert days.count(NOW.date()) >= 2
            assert not rows.filter(item=None).exists()

    def test_it_loads_several_bookings_of_one_customer(self) -> None:
        dinner = Reservation.objects.get(code="MS-4F7K")
        zone = ZoneInfo("America/New_York")
        assert dinner.starts_at == datetime(2026, 10, 22, 19, tzinfo=zone)
        bookings = Reservation.objects.filter(guest=dinner.guest)
        assert {own.family_name for own in bookings} == {"Álvarez"}
        assert {own.property for own in bookings} == {dinner.property}
        past = bookings.filter(kind="room", state="completed")
        assert past.count() >= 3
        names = Reservation.objects.values("property", "family_name").distinct()
        assert not Reservation.objects.filter(guest=None).exists()
        guests = Reservation.objects.values("guest").distinct()
        assert guests.count() == names.count()
        for booking in Reservation.objects.all():
            booking.full_clean()

    def test_every_booking_is_while_its_place_is_open_whenever_it_is_seeded(
        self,
    ) -> None:
        for days in range(7):
            now = NOW + timedelta(days=days)
            demo_bookings.load(folder=FIXTURES, now=now)
            rows = Reservation.objects.select_related(
                "item__property"
            ).prefetch_related("item__hours", "item__hours_exceptions")
            booked = [row for row in rows if row.kind != Reservation.Kind.ROOM]
            for row in booked:
                assert row.item
                state = timetable.state(row.item, row.starts_at)
                assert state.is_open or not state.is_known, f"{row}, {row.starts_at:%a}"
                if state.until and row.ends_at:
                    assert row.ends_at <= state.until
            evening = [row for row in booked if row.starts_at.date() == now.date()]
            places = {row.property.slug for row in evening}
            assert places == {"mohegan-sun", "foxwoods"}, f"{now:%a}"

    def test_it_changes_nothing_when_it_runs_again(self) -> None:
        """Neither what it has written nor what staff have edited since."""
        dinner = Reservation.objects.get(code="MS-4F7K")
        dinner.party = 5
        dinner.save()
        before = list(Reservation.objects.order_by("pk").values())
        assert "0 new" in seed()
        assert list(Reservation.objects.order_by("pk").values()) == before


def test_without_the_property_there_are_none(tmp_path: Path) -> None:
    small = inn(tmp_path, DINNER)
    content = {"property": "elsewhere", "bookings": [DINNER]}
    (small / "bookings" / "inn.yaml").write_text(yaml.safe_dump(content))
    seed(small)
    assert not Reservation.objects.exists()


def test_it_moves_an_untouched_booking_with_the_days(tmp_path: Path) -> None:
    small = inn(tmp_path, DINNER)
    seed(small)
    booking = Reservation.objects.get()
    later = NOW + timedelta(days=3)
    assert "1 changed" in seed(small, at=later.isoformat())
    moved = Reservation.objects.get()
    assert moved.starts_at - booking.starts_at == timedelta(days=3)
    assert moved.pk == booking.pk


def test_it_leaves_what_a_guest_asks_about_or_staff_edited(tmp_path: Path) -> None:
    small = inn(tmp_path, DINNER, {**DINNER, "code": "DINE2208"})
    seed(small)
    before = Reservation.objects.get(code="DINE2207")
    # The sample asks at a time of its own, long after this dinner.
    Reservation.objects.filter(pk=before.pk).update(
        starts_at=before.starts_at + timedelta(days=90)
    )
    asked_for(Reservation.objects.get(pk=before.pk))
    Reservation.objects.filter(pk=before.pk).update(starts_at=before.starts_at)
    Reservation.objects.filter(code="DINE2208").update(party=9)
    later = (NOW + timedelta(days=3)).isoformat()
    assert "2 left to staff" in seed(small, at=later)
    starts = {row.starts_at for row in Reservation.objects.all()}
    assert starts == {before.starts_at}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"starts": "tonight"}, "write a day from today and a time"),
        ({"item": "Cedar"}, "did you mean “Cedars”"),
        ({"famly_name": "x"}, "did you mean “family_name”"),
        ({"party": 400}, "less than or equal to 100"),
    ],
)
def test_it_says_what_is_wrong_with_a_booking(
    tmp_path: Path, fields: dict[str, object], words: str
) -> None:
    small = inn(tmp_path, {**DINNER, **fields})
    with pytest.raises(CommandError, match=words):
        seed(small)
    assert not Reservation.objects.exists()
