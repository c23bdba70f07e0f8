"""The two demo properties and their bookings as the project ships them.

Seeding takes many seconds, so once for all tests.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import TestCase, override_settings

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.hours import timetable
from apps.catalog.models import FaqEntry, Item, PromoTier, Restaurant, Room, Show, Venue
from apps.knowledge.models import HeldSentence
from apps.properties import booking_links
from apps.properties.models import Helpline, Property
from apps.reservations import demo_bookings
from apps.reservations.models import Reservation
from tests.apps.catalog.demo import seeding

pytestmark = pytest.mark.slow

NOW = datetime.fromisoformat(seeding.NOON)
PLACES = {"mohegan-sun": "Mohegan Sun", "foxwoods": "Foxwoods Resort Casino"}


class TestTheDemoProperties(TestCase):
    output: str

    @classmethod
    def setUpTestData(cls) -> None:
        with override_settings(IS_PRODUCTION=True):  # no staff account
            cls.output = seeding.seed()

    def test_it_brings_every_row(self) -> None:
        for slug, name in PLACES.items():
            written = seeding.read(f"{slug}.yaml")
            written_counts = Counter(
                {model.KIND: len(written[part]) for part, model in SECTIONS.items()}
            )
            rows = Item.objects.filter(property__slug=slug, status="live")
            assert Counter(row.kind for row in rows) == written_counts
            assert all(row.source and row.as_of and row.aliases for row in rows)
            assert f"{name}: {len(rows)} rows, {len(rows)} new\n" in self.output

    def test_it_changes_nothing_the_second_time(self) -> None:
        """Neither what it has written nor what staff have edited since."""
        dinner = Reservation.objects.get(code="MS-4F7K")
        dinner.party = 5
        dinner.save()
        before = self.versions()
        with override_settings(IS_PRODUCTION=True):
            output = seeding.seed()
        assert [line.split(", ")[1] for line in output.splitlines()] == ["0 new"] * 4
        assert self.versions() == before

    def versions(self) -> list[tuple[Any, ...]]:
        return [
            *Item.objects.order_by("pk").values_list("pk", "revision", "updated_at"),
            *Reservation.objects.order_by("pk").values_list(),
        ]

    def test_it_keeps_facts_where_guests_look_for_them(self) -> None:
        suite = Room.objects.get(property__slug="mohegan-sun", slug="junior-suite")
        assert "soaking tub" in suite.bath
        late = Restaurant.objects.get(slug="bow-and-arrow").hours.get(weekday=4)
        assert str(late) == "Friday 11:00 to 02:00"
        ballo = Restaurant.objects.get(slug="ballo-italian-restaurant")
        days = ballo.hours.values_list("weekday", flat=True)
        assert sorted(days) == [0, 3, 4, 5, 6]
        assert Venue.objects.get(slug="avalon-nightclub").minimum_age == 21
        tiers = PromoTier.objects.filter(promo__slug="momentum-rewards")
        names = [tier.name for tier in tiers]
        assert names == ["Core", "Ignite", "Leap", "Ascend", "Soar"]

    def test_it_lets_guests_book_at_domains_that_are_kept_for_examples(self) -> None:
        places = Property.objects.filter(slug__in=PLACES)
        of_rows = Item.objects.exclude(booking_link="")
        assert places.count() == len(PLACES)
        assert {row.property_id for row in of_rows} == {place.pk for place in places}
        for row in [*places, *of_rows]:
            template = row.booking_link
            booking_links.is_template(template)
            assert "{date}" in template
            assert "{party}" in template
            assert template.startswith(
                tuple(f"https://example.{end}/" for end in ("com", "org", "net"))
            )
        assert all(place.phone_hours for place in places)

    def test_it_ties_questions_to_what_they_are_about(self) -> None:
        pools = FaqEntry.objects.filter(slug="pool")
        assert pools.count() == 2
        for entry in pools:
            assert entry.about is not None
            assert entry.about.name == "Indoor Pool"
            assert entry.about.property_id == entry.property_id

    def test_it_gives_no_name_to_two_rows_of_a_property(self) -> None:
        for slug in PLACES:
            names = Counter(
                name.casefold()
                for row in Item.objects.filter(property__slug=slug)
                for name in {row.name, *row.aliases}
            )
            assert [name for name, count in names.items() if count > 1] == []

    def test_it_quotes_helplines_as_the_jurisdiction_has_them(self) -> None:
        lines = Helpline.objects.filter(purpose=Helpline.Purpose.GAMBLING)
        answers = FaqEntry.objects.filter(slug="gambling-help")
        assert (lines.count(), answers.count()) == (2, 2)
        for entry in answers:
            assert all(line.phone in entry.answer for line in lines)
            assert all(line.vanity in entry.answer for line in lines)

    def test_it_calls_no_helpline_verified_that_nobody_has_called(self) -> None:
        assert not Helpline.objects.filter(verified_on__isnull=False).exists()

    def test_no_row_of_it_reads_like_an_order_to_the_concierge(self) -> None:
        assert not HeldSentence.objects.exists()

    def test_it_makes_no_times_that_the_source_does_not_give(self) -> None:
        comix = Show.objects.get(slug="comix-stand-up")
        assert not comix.performances.exists()
        assert "Thursday to Sunday" in comix.hours_note
        nightly = Show.objects.get(slug="wolf-den-live-music")
        assert (nightly.performances.count(), nightly.is_free) == (60, True)

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
            demo_bookings.load(folder=seeding.FIXTURES, now=now)
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
