"""Sam's form of a row shows its faults, whichever section they are in."""

from __future__ import annotations

from django.test import Client

from apps.properties.models import Property
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


def test_a_room_is_offered_the_towers_of_its_own_resort(
    sam: Client, mohegan: Property, foxwoods: Property
) -> None:
    for place, name in ((mohegan, "Sky Tower"), (foxwoods, "Fox Tower")):
        factories.TowerFactory.create(property=place, name=name)
    room = factories.RoomFactory.create(property=mohegan)
    page = Form(sam, f"/admin/catalog/room/{room.pk}/change/").text
    assert "Sky Tower</option>" in page
    assert "Fox Tower" not in page
