"""Alice sees what an answer mentions: pictures, rows side by side, in her direction."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone
from PIL import Image
from playwright.async_api import Page, Route, expect

from apps.catalog import tasks
from apps.catalog.models import Restaurant
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.browser import Complaints, ask
from tests.site import Site

pytestmark = pytest.mark.browser


async def test_rows_of_one_kind_stand_side_by_side(
    site: Site, two_restaurants: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "Compare the dress code of Tuscany and Ballo")
    await expect(page.locator(".card")).to_have_count(2)
    await page.get_by_text("Side by side").click()
    dress = page.locator(".compare tr", has_text="Dress")
    await expect(dress).to_contain_text("Business casual")
    await expect(dress).to_contain_text("Smart casual")
    await expect(page.locator(".compare tr").nth(1)).to_contain_text("Open 24 hours")
    await page.reload()
    await expect(page.locator(".compare")).to_have_count(1)


@pytest.fixture
def two_towers(resort: Property) -> Property:
    for name, floors in (("Sky Tower", 34), ("Earth Tower", 12)):
        factories.TowerFactory.create(property=resort, name=name, floor_count=floors)
    embed_all()
    return resort


async def test_side_by_side_has_every_field_that_differs(
    site: Site, two_towers: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "Compare Sky Tower and Earth Tower")
    await expect(page.locator(".card")).to_have_count(2)
    await expect(page.locator(".card .facts")).to_have_text(["", ""])
    await page.get_by_text("Side by side").click()
    floors = page.locator(".compare tr", has_text="Floors")
    await expect(floors).to_contain_text("34")
    await expect(floors).to_contain_text("12")


@pytest.fixture
def moderate(two_restaurants: Property) -> Restaurant:
    row = Restaurant.objects.get(name__startswith="Ballo")
    row.price_band = 2
    row.save()
    embed_all()
    return row


async def test_a_copied_price_has_no_muted_signs(
    site: Site, moderate: Restaurant, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "Compare the dress code of Tuscany and Ballo")
    await page.get_by_text("Side by side").click()
    prices = page.locator(".compare tr", has_text="$")
    copied = await prices.evaluate(
        "each => (getSelection().selectAllChildren(each), `${getSelection()}`)"
    )
    assert sorted(copied.split())[:2] == ["$$", "$$$$"]


@pytest.fixture
def pictured(resort: Property) -> Restaurant:
    row = Restaurant.objects.get(name__startswith="Ballo")
    picture = BytesIO()
    Image.new("RGB", (300, 200), "#7a3b2e").save(picture, "PNG")
    row.picture_alt = "A red room"
    row.picture.save("red-room.png", ContentFile(picture.getvalue()))
    embed_all()
    return row


async def test_a_card_shows_its_picture_or_a_drawing(
    site: Site, pictured: Restaurant, page: Page, complaints: Complaints
) -> None:
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    picture = page.locator(".card img")
    await expect(picture).to_have_attribute("alt", "A red room")
    assert await picture.evaluate("each => each.decode().then(() => each.naturalWidth)")
    await page.route("**/media/**", lambda route: route.abort())
    await page.reload()
    await expect(page.locator(".card svg.art")).to_be_visible()
    complaints.clear()  # the browser says that the picture is gone


@pytest.fixture
def sized(resort: Property) -> Restaurant:
    """A large picture whose point of interest is at its left."""
    row = Restaurant.objects.get(name__startswith="Ballo")
    picture = BytesIO()
    Image.effect_noise((1200, 400), 60).save(picture, "PNG")
    row.picture_alt, row.picture_focus_x, row.picture_focus_y = "A hall", 0.1, 0.5
    row.picture.save("hall.png", ContentFile(picture.getvalue()))
    tasks.size_pictures()
    embed_all()
    return row


async def test_a_phone_fetches_a_small_picture_and_nothing_jumps(
    site: Site, sized: Restaurant, page: Page
) -> None:
    is_measured = asyncio.Event()

    async def hold(route: Route) -> None:
        await is_measured.wait()
        await route.continue_()

    await page.route("**/media/**", hold)
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    await expect(page.locator(".tools")).to_be_visible()
    await page.evaluate("document.fonts.ready")
    card = page.locator(".card")
    size = "each => [each.offsetWidth, each.offsetHeight]"
    before = await card.evaluate(size)
    is_measured.set()
    picture = card.locator("img")
    await picture.evaluate("each => each.decode()")
    assert await card.evaluate(size) == before
    address = await picture.evaluate("each => each.currentSrc")
    assert address.endswith("-320.avif")
    await expect(picture).to_have_css("object-position", "10% 50%")


async def test_every_bubble_has_its_language_and_direction(
    site: Site, resort: Property, page: Page
) -> None:
    await page.goto(f"{site.url}/?lang=es")
    await ask(page, "هل موقف السيارات مجاني؟")
    question = page.locator(".asked p").first
    await expect(question).to_have_attribute("dir", "rtl")
    await expect(question).to_have_attribute("lang", "ar")
    await expect(page.locator(".tools")).to_be_visible()
    await ask(page, "What is the dress code at Ballo?")
    words = page.locator(".answer .prose").nth(1)
    await expect(words).to_contain_text("smart casual")
    await expect(words).to_have_attribute("dir", "ltr")
    await expect(words).to_have_attribute("lang", "en")
    await expect(page.locator(".card .badge")).to_have_text("Open 24 hours")


@pytest.mark.parametrize("width", [320, 390, 1440])
async def test_it_mirrors_from_right_to_left(
    site: Site, two_restaurants: Property, page: Page, width: int
) -> None:
    await page.set_viewport_size({"width": width, "height": 844})
    await page.goto(site.url)
    await page.evaluate("document.documentElement.dir = 'rtl'")
    await ask(page, "Compare the dress code of Tuscany and Ballo")
    await expect(page.locator(".card")).to_have_count(2)
    mark = await page.locator(".wordmark").bounding_box()
    menu = await page.locator("[popovertarget=menu]").bounding_box()
    assert mark
    assert menu
    assert menu["x"] < mark["x"]
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert await page.evaluate(fits)


@pytest.fixture
def five_restaurants(two_restaurants: Property) -> Property:
    """All open now; the names of two are long enough to wrap."""
    for number, name in enumerate(("Ash", "Birch Grill of the Northern Woods", "Elm")):
        factories.RestaurantFactory.create(
            property=two_restaurants,
            name=f"{name} House",
            slug=f"house-{number}",
            hours=["0-6 00:00-00:00"],
        )
    embed_all()
    return two_restaurants


async def test_all_that_an_answer_lists_can_be_reached(
    site: Site, five_restaurants: Property, page: Page
) -> None:
    await page.set_viewport_size({"width": 1440, "height": 900})
    await page.goto(site.url)
    await ask(page, "Which restaurants are open now?")
    await expect(page.locator(".card:visible")).to_have_count(3)
    # At one moment: the answer may still be moving.
    tops = await page.locator(".card:visible .facts").evaluate_all(
        "rows => rows.map(each => Math.round(each.getBoundingClientRect().top))"
    )
    assert len(tops) == 3
    assert len(set(tops)) == 1
    await page.get_by_role("button", name="Show all 5").click()
    await expect(page.locator(".card:visible")).to_have_count(5)
    await page.get_by_text("Side by side").click()
    await expect(page.locator(".compare thead th")).to_have_count(5)


async def test_a_mouse_reaches_what_a_narrow_page_has_no_room_for(
    site: Site, five_restaurants: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "Which restaurants are open now?")
    await expect(page.locator(".tools")).to_be_visible()
    for part in (".rail", ".sources__tabs"):
        await expect(page.locator(part)).to_have_css("scrollbar-width", "thin")
    await ask(page, "What is the dress code at Ballo?")
    await expect(page.locator(".chips")).to_have_css("flex-wrap", "wrap")


async def test_sources_are_grouped_by_row_and_take_three_lines_at_most(
    site: Site, five_restaurants: Property, page: Page
) -> None:
    await page.set_viewport_size({"width": 1440, "height": 900})
    await page.goto(site.url)
    await ask(page, "Which restaurants are open now?")
    lines = page.locator(".sources__tabs button:visible")
    await expect(lines).to_have_count(3)
    await expect(lines.last).to_have_text("3 more")
    first = await lines.first.inner_text()
    assert "at this moment" in first
    assert "cuisine" in first
    await lines.last.click()
    await expect(lines).to_have_count(5)
    await page.locator(".prose .cite").last.click()
    source = page.locator(".source:visible")
    await expect(source.locator("[data-meant]")).to_have_count(1)


@pytest.fixture
def confirmed(resort: Property) -> Property:
    """Staff have confirmed Ballo three days ago, and the question never."""
    then = timezone.now() - timedelta(days=3, hours=1)
    resort.items.filter(name__startswith="Ballo").update(verified_at=then)
    return resort


async def test_updated_tells_when_staff_last_confirmed_the_row(
    site: Site, confirmed: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    await page.locator(".answer .cite").first.click()
    await expect(page.locator(".source:visible")).to_contain_text("Updated 3")
    await ask(page, "Is parking free?")
    await page.locator(".exchange:last-of-type .cite").first.click()
    source = page.locator(".exchange:last-of-type .source:visible")
    await expect(source).to_contain_text("free")
    await expect(source).not_to_contain_text("Updated")
