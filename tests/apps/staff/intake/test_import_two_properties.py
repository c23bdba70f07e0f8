"""Two resorts have rows of the same names; a table of both mixes nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.catalog.models import Item
from apps.properties.models import Property
from apps.staff.history import snapshot
from apps.staff.intake import deliveries
from apps.staff.models import Delivery, Version
from tests import factories

pytestmark = pytest.mark.slow

ADDRESS = "/admin/import/"
# What a spreadsheet or a form could change without anybody noticing.
AWKWARD: dict[str, Any] = {
    "name": "The Den",
    "slug": "the-den",
    "aliases": ["Den, the", "Wolf Den"],
    "summary": 'Two lines,\r\nand a quotation: “so”; it\'s "here".',
    "details": "- a list\n- of things\n",
    "phone": "+1-888-226-7711",
    "website": "https://example.com/den",
    "valid_from": datetime(2026, 11, 1, 6, 30, tzinfo=UTC),  # half past one, again
    "valid_to": datetime(2030, 1, 2, 3, 4, 5, 678, tzinfo=UTC),
    "review_by": "2027-01-31",
}
HOURS = ["0-3 17:00-02:00", "5 00:00-00:00"]


def _show(place: Property) -> Item:
    venue = factories.VenueFactory.create(property=place, slug="stage")
    row: Item = factories.ShowFactory.create(
        property=place, at_venue=venue, is_free=False, price_from="49.50", **AWKWARD
    )
    return row


def _room(place: Property) -> Item:
    tower = factories.TowerFactory.create(property=place, slug="sky")
    row: Item = factories.RoomFactory.create(property=place, in_tower=tower, **AWKWARD)
    return row


def _question(place: Property) -> Item:
    """It is about a row that shares its slug with a row of another kind."""
    about = factories.RestaurantFactory.create(property=place, slug="spa")
    factories.AmenityFactory.create(property=place, slug="spa")
    row: Item = factories.FaqEntryFactory.create(
        property=place, about=Item.objects.get(pk=about.pk), **AWKWARD
    )
    return row


def _of(factory: type[factories.ItemFactory[Any]]) -> Callable[[Property], Item]:
    def make(place: Property) -> Item:
        row: Item = factory.create(property=place, hours=HOURS, **AWKWARD)
        return row

    return make


KINDS: dict[str, Callable[[Property], Item]] = {
    "restaurants": _of(factories.RestaurantFactory),
    "venues": _of(factories.VenueFactory),
    "shows": _show,
    "towers": _of(factories.TowerFactory),
    "rooms": _room,
    "amenities": _of(factories.AmenityFactory),
    "gaming": _of(factories.GamingAreaFactory),
    "promos": _of(factories.PromoFactory),
    "faq": _question,
}


@pytest.fixture
def keeper(sam: Client, sams_account: User) -> Client:
    """Sam, who may hand in tables."""
    sams_account.user_permissions.add(Permission.objects.get(codename="add_delivery"))
    return sam


def handed_in(
    keeper: Client, place: Property, category: str, name: str, table: bytes
) -> Delivery:
    """The table after it was tried and applied."""
    form = {
        "property": place.pk,
        "category": category,
        "file": SimpleUploadedFile(name, table),
    }
    page = keeper.post(ADDRESS, form, follow=True)
    assert page.status_code == 200
    delivery = Delivery.objects.get(state=Delivery.State.PREVIEW)
    tried = delivery.results
    keeper.post(f"{ADDRESS}{delivery.pk}/apply/")
    deliveries.apply(delivery.pk)
    delivery.refresh_from_db()
    assert delivery.results == tried
    return delivery


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("category", KINDS)
def test_it_proposes_nothing_for_a_table_that_nobody_changed(
    keeper: Client, mohegan: Property, foxwoods: Property, category: str, kind: str
) -> None:
    places = (mohegan, foxwoods)
    rows = [KINDS[category](place) for place in places]
    before = [snapshot.read(type(row).objects.get(pk=row.pk)) for row in rows]
    table = keeper.get(f"/admin/export/{category}.{kind}").content
    for place in places:
        delivery = handed_in(keeper, place, category, f"table.{kind}", table)
        results = {result["outcome"]: result for result in delivery.results}
        assert set(results) == {"same", "refused"}, delivery.results
        assert "another property" in results["refused"]["errors"]["property"]
        assert len(delivery.results) == 2
    assert before == [snapshot.read(type(row).objects.get(pk=row.pk)) for row in rows]
    assert not Version.objects.filter(reason=Version.Reason.IMPORTED).exists()


def test_it_changes_the_row_of_the_property_alone(
    keeper: Client, mohegan: Property, foxwoods: Property
) -> None:
    own, foreign = (KINDS["restaurants"](place) for place in (mohegan, foxwoods))
    table = keeper.get("/admin/export/restaurants.csv").content
    changed = table.replace(b"Italian", b"Roman")
    handed_in(keeper, mohegan, "restaurants", "table.csv", changed)
    for row in (own, foreign):
        row.refresh_from_db()
    assert (own.cuisine, foreign.cuisine) == ("Roman", "Italian")  # type: ignore[attr-defined]


def test_it_refuses_rows_that_a_table_without_properties_mixes(
    keeper: Client, mohegan: Property
) -> None:
    row = KINDS["restaurants"](mohegan)
    table = b"slug,cuisine\nthe-den,Roman\nother,Greek\nthe-den,French\n"
    delivery = handed_in(keeper, mohegan, "restaurants", "table.csv", table)
    errors = [one["errors"].get("slug", "") for one in delivery.results]
    assert errors == ["Several rows have the slug “the-den”.", "", errors[0]]
    assert type(row).objects.get(pk=row.pk).cuisine == "Italian"  # type: ignore[attr-defined]


def test_it_takes_the_name_of_the_property_and_an_empty_cell(
    keeper: Client, mohegan: Property
) -> None:
    KINDS["restaurants"](mohegan)
    table = b"property,slug,cuisine\nMohegan Sun,the-den,Roman\n"
    delivery = handed_in(keeper, mohegan, "restaurants", "table.csv", table)
    assert delivery.results[0]["changes"] == {"cuisine": ["Italian", "Roman"]}
    table = b"property,slug,cuisine\n,the-den,Greek\n"
    assert handed_in(keeper, mohegan, "restaurants", "b.csv", table).state == "applied"


def test_it_asks_which_kind_a_question_is_about(
    keeper: Client, mohegan: Property
) -> None:
    KINDS["faq"](mohegan)
    for about, sentence in {
        "spa": "Write amenity/spa or restaurant/spa.",
        "show/spa": "No row of this property has this slug.",
    }.items():
        table = f"slug,about\nthe-den,{about}\n".encode()
        delivery = handed_in(keeper, mohegan, "faq", "table.csv", table)
        assert delivery.results[0]["errors"] == {"about": sentence}
