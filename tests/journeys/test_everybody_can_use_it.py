"""axe-core finds nothing on the guest page, in any of its states; it reflows at 320 px.

WCAG 2.2, levels A and AA, in the light colour scheme; the contrast of colours in the
dark one too.
"""

from __future__ import annotations

from typing import Literal

import pytest
import pytest_asyncio
from django.test import Client
from playwright.async_api import Page, expect

from apps.infrastructure import database_threads
from apps.properties.models import Property
from benchmarks.guest_page.websocket_faults import fail, hold_back
from tests.accessibility import COLOURS, WCAG, violations
from tests.browser import Complaints, ask, signed_in
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]
RULES_OF_SCHEME: dict[Literal["light", "dark"], tuple[str, ...]] = {
    "light": WCAG,
    "dark": COLOURS,
}


async def insist(page: Page) -> None:
    """Both schemes, when what moves has come to rest."""
    await page.emulate_media(reduced_motion="reduce")
    for scheme, rules in RULES_OF_SCHEME.items():
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await page.wait_for_timeout(400)
        assert await violations(page, rules=rules) == "", scheme
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= await page.evaluate("innerWidth")


async def test_the_check_finds_what_is_wrong(page: Page) -> None:
    """Otherwise the tests here would pass for any page."""
    grey = '<p style="color: #ccc">Pale</p><main>Dark</main>'
    await page.set_content(f'{grey}<img src="data:,">')
    report = await violations(page)
    assert all(rule in report for rule in ("color-contrast", "image-alt"))
    assert "image-alt" not in await violations(page, rules=COLOURS)
    assert await violations(page, within="main") == ""


@pytest_asyncio.fixture(loop_scope="session")
async def narrow(site: Site, resort: Property, page: Page) -> Page:
    await page.set_viewport_size({"width": 320, "height": 720})
    await page.goto(site.url)
    return page


@pytest.mark.parametrize("language", ["en", "es", "fr"])
async def test_the_first_screen(narrow: Page, site: Site, language: str) -> None:
    await narrow.goto(f"{site.url}/?lang={language}")
    await insist(narrow)


@pytest.fixture
def long_name(resort: Property) -> None:
    resort.name = "Foxwoods Resort Casino"
    resort.save()


@pytest.mark.parametrize("language", ["en", "es", "fr"])
async def test_the_header_fits_every_width(
    site: Site, long_name: None, page: Page, language: str
) -> None:
    await page.goto(f"{site.url}/?lang={language}")
    for width in range(320, 800, 40):
        await page.set_viewport_size({"width": width, "height": 720})
        content = await page.evaluate("document.documentElement.scrollWidth")
        assert content <= width


async def test_no_first_question_is_cut_on_a_desk(
    site: Site, demo: Property, page: Page
) -> None:
    await page.set_viewport_size({"width": 1440, "height": 900})
    await page.goto(f"{site.url}/foxwoods/")
    composer = await page.locator(".composer").bounding_box()
    assert composer is not None
    for starter in await page.locator(".starters button").all():
        box = await starter.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= composer["y"]


async def test_a_phone_shows_four_first_questions(
    site: Site, demo: Property, page: Page
) -> None:
    await page.goto(site.url)
    composer = await page.locator(".composer").bounding_box()
    assert composer is not None
    titles = await page.locator(".starters b").all()
    boxes = [await title.bounding_box() for title in titles[:4]]
    assert len(boxes) == 4
    assert all(box and box["y"] + box["height"] <= composer["y"] for box in boxes)


async def test_the_menu_and_what_happens_to_words(narrow: Page, site: Site) -> None:
    await narrow.click("[popovertarget=menu]")
    await expect(narrow.locator("#keep")).to_be_visible()
    await insist(narrow)
    await narrow.goto(f"{site.url}/mohegan-sun/privacy/?lang=fr")
    await insist(narrow)


async def test_the_number_of_a_person(narrow: Page) -> None:
    await narrow.get_by_role("button", name="Talk to a person").click()
    await expect(narrow.locator("#person")).to_be_visible()
    await insist(narrow)


async def test_an_answer_with_its_source_its_card_and_a_judgement(
    narrow: Page,
) -> None:
    await ask(narrow, "What is the dress code at Ballo?")
    await expect(narrow.locator(".card")).to_be_visible()
    await narrow.locator(".answer .cite").first.click()
    await insist(narrow)
    await narrow.locator(".asked .icon-btn").click()
    await expect(narrow.locator("#editing")).to_be_visible()
    await insist(narrow)
    await narrow.get_by_role("button", name="Bad answer").click()
    await expect(narrow.locator(".feedback textarea")).to_be_visible()
    await insist(narrow)


async def test_rows_side_by_side(narrow: Page, two_restaurants: Property) -> None:
    await ask(narrow, "Compare the dress code of Tuscany and Ballo")
    await narrow.click(".compare summary")
    await insist(narrow)


async def test_half_an_answer(narrow: Page) -> None:
    await narrow.route_web_socket("**/ws/**", hold_back)
    await narrow.reload()
    await ask(narrow, "What is the dress code at Ballo?")
    await expect(narrow.locator(".prose--live")).to_be_visible()
    await expect(narrow.locator("#stop")).to_be_visible()
    await insist(narrow)


async def test_an_answer_that_could_not_be_finished(narrow: Page) -> None:
    await narrow.route_web_socket("**/ws/**", fail)
    await narrow.reload()
    await ask(narrow, "Is parking free?")
    trouble = narrow.locator(".answer")
    await expect(trouble).to_contain_text("I could not finish this answer")
    await expect(trouble).to_contain_text("K7M2")
    await expect(trouble.locator('a[href="tel:+18882267711"]')).to_be_visible()
    await expect(trouble.get_by_role("button", name="Ask again")).to_be_visible()
    await insist(narrow)


async def test_a_conversation_that_is_being_opened(narrow: Page) -> None:
    await narrow.route_web_socket("**/ws/**", lambda route: None)
    key = "concierge:mohegan-sun:thread"
    await narrow.add_init_script(f"sessionStorage.setItem('{key}', 'a')")
    await narrow.reload()
    await expect(narrow.get_by_text("Opening your conversation").first).to_be_visible()
    await insist(narrow)


async def test_what_staff_see(narrow: Page, site: Site, sam: Client) -> None:
    await narrow.context.add_cookies([signed_in(sam, site)])
    await narrow.reload()
    await ask(narrow, "What is the dress code at Ballo?")
    await narrow.get_by_role("button", name="Steps, ").click()
    await expect(narrow.locator(".graph")).to_be_visible()
    await insist(narrow)


async def test_help_in_danger(narrow: Page) -> None:
    await ask(narrow, "I want to kill myself")
    await expect(narrow.locator(".care")).to_be_visible()
    await insist(narrow)


async def test_a_lost_signal(narrow: Page, complaints: Complaints) -> None:
    await ask(narrow, "Is parking free?")
    await expect(narrow.locator(".answer .prose")).to_contain_text("free")
    await narrow.context.set_offline(offline=True)
    await narrow.evaluate("dispatchEvent(new Event('offline'))")
    await narrow.wait_for_timeout(500)
    await insist(narrow)
    await narrow.context.set_offline(offline=False)
    complaints.clear()  # the browser says what the test has done


async def test_a_resting_concierge(site: Site, resort: Property, page: Page) -> None:
    resort.bot_mode = Property.BotMode.PAUSED
    await database_threads.run(resort.save)
    await page.set_viewport_size({"width": 320, "height": 720})
    await page.goto(site.url)
    await expect(page.locator("h2").first).to_contain_text("resting")
    await insist(page)
