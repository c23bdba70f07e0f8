"""Alice finds a place on the map, sees what is near, and reads the code at a door."""

from __future__ import annotations

import re

import pytest
import pytest_asyncio
from django.test import Client
from playwright.async_api import Locator, Page, expect

from apps.catalog.models import Item, MapPlace, ResortMap
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.apps.catalog.test_resort_maps import make_map, put
from tests.apps.knowledge.searching import embed_all
from tests.browser import Complaints, ask, signed_in
from tests.journeys.test_everybody_can_use_it import insist
from tests.site import Site

pytestmark = [pytest.mark.browser]
SCALE = re.compile(r"scale\(([\d.]+)\)")


@pytest.fixture
def mapped(resort: Property) -> Property:
    """Ballo in the middle, Zest beside it, the spa far away."""
    resort_map = make_map(resort)
    ballo = resort.items.get(name__startswith="Ballo")
    MapPlace.objects.create(map=resort_map, item=ballo, x=0.5, y=0.5)
    put(resort_map, "Zest", 0.55, 0.5, dress_code="Beachwear welcome")
    spa = factories.AmenityFactory.create(property=resort, name="Elm Spa")
    MapPlace.objects.create(map=resort_map, item=spa, x=0.9, y=0.1)
    embed_all()
    return resort


async def zoom(page: Page) -> float:
    style = await page.locator(".map__sheet").get_attribute("style")
    match = SCALE.search(style or "")
    assert match is not None
    return float(match[1])


async def open_map(page: Page) -> Locator:
    await page.click("[popovertarget=menu]")
    await page.get_by_role("button", name="Map of the resort", exact=True).click()
    panel = page.get_by_role("dialog", name="Map of the resort")
    await expect(panel.get_by_role("combobox")).to_be_visible()
    return panel


async def press_place(page: Page, x: float, y: float) -> None:
    box = await page.locator(".map__sheet").bounding_box()
    assert box is not None
    await page.mouse.click(
        box["x"] + box["width"] * x + 6, box["y"] + box["height"] * y - 6
    )


async def test_a_card_shows_its_place_and_what_is_near(
    site: Site, mapped: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    card = page.locator(".card").first
    await card.get_by_role("button", name="On the map").click()
    panel = page.get_by_role("dialog", name="Map of the resort")
    await expect(panel.get_by_role("heading", name="Ballo")).to_be_visible()
    assert await zoom(page) > 2
    chosen = panel.locator(".map__pin--chosen")
    pin, stage = (
        await chosen.bounding_box(),
        await panel.locator(".map__stage").bounding_box(),
    )
    assert pin is not None
    assert stage is not None
    middle = stage["x"] + stage["width"] / 2
    assert abs(pin["x"] + pin["width"] / 2 - middle) < 2
    await page.set_viewport_size({"width": 800, "height": 700})
    await expect(chosen).to_be_in_viewport()
    neighbours = panel.locator("li")
    await expect(neighbours).to_have_text(["Zest", "Elm Spa"])
    await neighbours.first.get_by_role("button").click()
    await expect(panel.get_by_role("heading", name="Zest")).to_be_visible()
    await insist(page)
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()


@pytest.fixture
def staged(mapped: Property) -> Property:
    """The Wolf Den is on the map, and a band plays there."""
    stage = factories.VenueFactory.create(property=mapped)
    resort_map = ResortMap.objects.get(property=mapped)
    MapPlace.objects.create(map=resort_map, item=stage, x=0.2, y=0.2)
    factories.ShowFactory.create(property=mapped, at_venue=stage)
    embed_all()
    return mapped


async def test_a_show_is_found_at_its_stage(
    site: Site, staged: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "Tell me about The Fab Faux")
    await page.locator(".card [data-on-map]").first.click()
    panel = page.get_by_role("dialog", name="Map of the resort")
    await expect(panel.get_by_role("heading", name="Wolf Den")).to_be_visible()


async def test_places_are_pressed_or_chosen_from_a_list(
    site: Site, mapped: Property, page: Page
) -> None:
    await page.goto(site.url)
    panel = await open_map(page)
    assert await zoom(page) == 1
    await press_place(page, 0.9, 0.1)
    await expect(panel.get_by_role("heading", name="Elm Spa")).to_be_visible()
    assert await zoom(page) == 1
    await panel.get_by_role("combobox").select_option("Zest")
    await expect(panel.get_by_role("heading", name="Zest")).to_be_visible()
    await panel.get_by_role("button", name="Ask about it").click()
    await expect(page.locator(".asked")).to_contain_text("Tell me about Zest")


async def test_it_moves_and_grows_with_buttons_keys_wheel_and_hand(
    site: Site, mapped: Property, page: Page
) -> None:
    await page.goto(site.url)
    panel = await open_map(page)
    await panel.get_by_role("button", name="Closer").click()
    assert await zoom(page) == 1.5
    stage = panel.locator(".map__stage")
    await stage.focus()
    await page.keyboard.press("+")
    assert await zoom(page) == 2.25
    # Drawn at the size at which it is seen: a drawing may adapt the size of its words.
    drawn = "picture => picture.offsetWidth / picture.parentElement.offsetWidth"
    assert round(await panel.locator("img").evaluate(drawn), 2) == 2.25
    before = await panel.locator(".map__sheet").bounding_box()
    await page.keyboard.press("ArrowRight")
    moved = await panel.locator(".map__sheet").bounding_box()
    assert before is not None
    assert moved is not None
    assert moved["x"] == before["x"] - 60
    box = await stage.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y, steps=4)
    await page.mouse.up()
    dragged = await panel.locator(".map__sheet").bounding_box()
    assert dragged is not None
    assert dragged["x"] == moved["x"] + 40
    await expect(panel.get_by_role("heading", level=3)).to_have_count(0)
    await page.mouse.wheel(0, 200)
    assert await zoom(page) < 2.25
    await panel.get_by_role("button", name="The whole map").click()
    assert await zoom(page) == 1
    # A tablet that stands has the list below the picture, not beside it.
    await page.set_viewport_size({"width": 820, "height": 1180})
    await expect(panel.locator(".map__sheet")).to_have_css("width", "818px")


async def test_the_code_at_a_door_opens_the_page_with_the_place(
    site: Site, mapped: Property, page: Page
) -> None:
    zest = await Item.objects.aget(name="Zest")
    await page.goto(f"{site.url}/mohegan-sun/?place={zest.pk}")
    await expect(page.get_by_text("You are at Zest.")).to_be_visible()
    await insist(page)
    await page.get_by_role("button", name="See what is near").click()
    panel = page.get_by_role("dialog", name="Map of the resort")
    await expect(panel.get_by_role("heading", name="Zest")).to_be_visible()
    await page.keyboard.press("Escape")
    # The menu's map begins where she stands, too.
    await open_map(page)
    await expect(panel.get_by_role("heading", name="Zest")).to_be_visible()
    await page.keyboard.press("Escape")
    await ask(page, "is there a dress code?")
    await expect(page.locator(".answer .prose")).to_contain_text("beachwear welcome")
    await ask(page, "and at Ballo?")
    await expect(page.locator(".answer .prose").last).to_contain_text("Ballo")
    await ask(page, "is there a dress code?")
    await expect(page.locator(".answer .prose").last).to_contain_text("Ballo")
    # The newest code counts, also for a place that was talked of before.
    ballo = await Item.objects.aget(name__startswith="Ballo")
    for place, words in ((ballo, "Ballo"), (zest, "beachwear welcome")):
        await page.goto(f"{site.url}/mohegan-sun/?place={place.pk}")
        await ask(page, "is there a dress code?")
        await expect(page.locator(".answer .prose").last).to_contain_text(words)


async def test_who_goes_on_with_a_conversation_is_told_where_she_is(
    site: Site, mapped: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "Is parking free?")
    await expect(page.locator(".tools")).to_have_count(1)
    zest = await Item.objects.aget(name="Zest")
    await page.goto(f"{site.url}/mohegan-sun/?place={zest.pk}")
    note = page.locator("#signal")
    await expect(note).to_contain_text("You are at Zest.")
    await insist(page)
    await note.get_by_role("button", name="See what is near").click()
    await expect(page.get_by_role("heading", name="Zest")).to_be_visible()
    await page.keyboard.press("Escape")
    await ask(page, "what should I wear?")
    await expect(page.locator(".answer .prose").last).to_contain_text(
        "beachwear welcome"
    )
    await expect(page.locator(".tools")).to_have_count(2)
    dress = note.get_by_role("button", name="What is the dress code at Zest?")
    await dress.click()
    await expect(page.locator(".answer .prose")).to_have_count(3)
    await expect(dress).to_have_count(0)
    await expect(page.locator("#thread")).to_be_focused()


async def test_without_a_map_nothing_speaks_of_one(
    site: Site, resort: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    await expect(page.locator(".card")).to_have_count(1)
    await expect(page.locator("[data-on-map]")).to_have_count(0)


@pytest_asyncio.fixture(loop_scope="session")
async def form(
    site: Site, mapped: Property, sam: Client, page: Page, complaints: Complaints
) -> Page:
    """Sam's form of the map."""
    await page.set_viewport_size({"width": 1200, "height": 900})
    await page.context.add_cookies([signed_in(sam, site)])
    resort_map = await database_threads.run(lambda: mapped.map)
    await page.goto(f"{site.url}/admin/catalog/resortmap/{resort_map.pk}/change/")
    complaints.clear()  # unfold asks for pictures that it does not bring
    return page


async def test_sam_puts_a_place_on_the_map_by_pressing_it(
    form: Page, mapped: Property, complaints: Complaints
) -> None:
    make = factories.RestaurantFactory.create
    await database_threads.run(lambda: make(property=mapped, name="Anchor"))
    await form.reload()
    await form.locator("#id_places-3-item").select_option("Anchor")
    await expect(form.locator("[data-map-chosen]")).to_contain_text("Anchor")
    picture = form.locator(".map-places img")
    box = await picture.bounding_box()
    assert box is not None
    await picture.click(position={"x": box["width"] * 0.25, "y": box["height"] * 0.75})
    await form.get_by_role("button", name="Save", exact=True).click()
    await expect(form.get_by_text("was changed successfully")).to_be_visible()
    row = await MapPlace.objects.aget(item__name="Anchor")
    assert (round(row.x, 2), round(row.y, 2)) == (0.25, 0.75)
    complaints.clear()
