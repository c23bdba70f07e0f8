"""axe-core finds nothing on the guest page, in any of its states; it reflows at 320 px.

WCAG 2.2, levels A and AA, in both colour schemes.
"""

from __future__ import annotations

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from apps.conversations import threads
from apps.properties.models import Property
from tests.browser import Complaints
from tests.site import Site

pytestmark = [pytest.mark.browser]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


async def insist(page: Page) -> None:
    """Both schemes, when what moves has come to rest."""
    await page.emulate_media(reduced_motion="reduce")
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await page.wait_for_timeout(400)
        found = await Axe().run(page, options=RULES)
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= await page.evaluate("innerWidth")


async def ask(page: Page, text: str) -> None:
    await page.fill("#ask", text)
    await page.press("#ask", "Enter")


@pytest_asyncio.fixture(loop_scope="session")
async def narrow(site: Site, resort: Property, page: Page) -> Page:
    await page.set_viewport_size({"width": 320, "height": 720})
    await page.goto(site.url)
    return page


@pytest.mark.parametrize("language", ["en", "es", "fr"])
async def test_the_first_screen(narrow: Page, site: Site, language: str) -> None:
    await narrow.goto(f"{site.url}/?lang={language}")
    await insist(narrow)


async def test_the_menu_and_what_happens_to_words(narrow: Page, site: Site) -> None:
    await narrow.click("[popovertarget=menu]")
    await expect(narrow.locator("#keep")).to_be_visible()
    await insist(narrow)
    await narrow.goto(f"{site.url}/mohegan-sun/privacy/?lang=fr")
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
    await threads.run(resort.save)
    await page.set_viewport_size({"width": 320, "height": 720})
    await page.goto(site.url)
    await expect(page.locator("h2").first).to_contain_text("resting")
    await insist(page)
