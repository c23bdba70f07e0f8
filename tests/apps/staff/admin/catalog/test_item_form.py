"""Sam's form of a row shows its faults, whichever section they are in."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from apps.properties.models import Property
from apps.staff.history import snapshot
from apps.staff.intake.row_import import import_rows
from tests import factories
from tests.admin_form import Form


def test_the_first_section_with_a_fault_is_open_and_all_are_marked(
    sam: Client, mohegan: Property
) -> None:
    form = Form(sam, "/admin/catalog/restaurant/add/")
    facts = {"property": mohegan.pk, "cuisine": "Italian", "price_band": 2}
    form.fill(name="Ballo", source="", hours_note="x" * 301, **facts).send()
    assert not form.is_saved
    assert "section: 'hours'" in form.text
    tabs = form.text.partition('aria-label="Sections of the form"')[2]
    buttons = tabs.partition("</nav>")[0].split("<button")[1:]
    marked_titles = [
        title
        for button in buttons
        for title in ("Facts", "Hours", "Picture", "Source")
        if "bg-red-500" in button and title in button
    ]
    assert marked_titles == ["Hours", "Source"]


@pytest.mark.parametrize(
    ("factory", "field", "value"),
    [
        (factories.ShowFactory, "price_from", "-25"),
        (factories.ShowFactory, "price_from", "0"),
        (factories.RoomFactory, "rate_from", "-1"),
        (factories.AmenityFactory, "fee", "-$20"),
        (factories.AmenityFactory, "fee", "$-20.50"),
        (factories.RestaurantFactory, "verified_at", "2999-01-01"),
    ],
)
def test_it_refuses_what_cannot_be_true(
    sam: Client, mohegan: Property, factory: Any, field: str, value: str
) -> None:
    """In the form, and in a table."""
    row = factory.create(property=mohegan)
    form = Form(sam, f"/admin/catalog/{row.kind}/{row.pk}/change/")
    values = {field: value, f"{field}_0": value, f"{field}_1": "9:00 AM"}
    assert not form.fill(**values).send().is_saved
    assert f'id="id_{field}_error"' in form.text
    cells = {"slug": row.slug, field: value}
    category = snapshot.category_of(row)
    [result] = import_rows(mohegan, category, [cells], "a table", is_dry_run=True)
    assert [*result.errors] == [field]


def test_a_room_is_offered_the_towers_of_its_own_resort(
    sam: Client, mohegan: Property, foxwoods: Property
) -> None:
    for place, name in ((mohegan, "Sky Tower"), (foxwoods, "Fox Tower")):
        factories.TowerFactory.create(property=place, name=name)
    room = factories.RoomFactory.create(property=mohegan)
    page = Form(sam, f"/admin/catalog/room/{room.pk}/change/").text
    assert "Sky Tower</option>" in page
    assert "Fox Tower" not in page
