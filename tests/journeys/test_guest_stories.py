"""Five guests on their phones, from arriving to saying goodbye."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from apps.catalog.models import Restaurant
from apps.conversations.models import Conversation, Feedback
from apps.properties.models import Property
from tests import browser, factories
from tests.apps.knowledge.searching import embed_all
from tests.browser import Complaints, watch
from tests.fakes.gemini import GeminiServer, Text
from tests.site import Site

pytestmark = pytest.mark.browser
MENU = "[popovertarget=menu]"
LAST = ".exchange:last-of-type"
ALWAYS = ["0-6 00:00-00:00"]


@pytest.fixture(autouse=True)
def evening(two_restaurants: Property) -> Property:
    """Two tables, a spa and something for children, all of them open."""
    factories.AmenityFactory.create(property=two_restaurants, hours=ALWAYS)
    for restaurant in Restaurant.objects.all():
        restaurant.kids = "Children are welcome until 9:00 PM."
        restaurant.save()
    factories.AmenityFactory.create(
        property=two_restaurants, name="Kids Quest", slug="kids-quest", sort="family"
    )
    embed_all()
    return two_restaurants


async def ask(page: Page, text: str) -> None:
    """Asks, and waits until the answer is at rest."""
    await browser.ask(page, text)
    await wait_until_at_rest(page)


async def wait_until_at_rest(page: Page) -> None:
    settled = page.locator(f"{LAST} :is(.answer, .care):not([aria-busy])")
    await expect(settled).to_have_count(1)


async def test_a_couple_plans_an_evening(site: Site, page: Page) -> None:
    await page.goto(site.url)
    await expect(page.locator("#hello-title")).to_contain_text("I am an AI concierge")
    await page.get_by_role("button", name="Open now").click()
    await wait_until_at_rest(page)
    await expect(page.locator(f"{LAST} .prose")).to_contain_text("Ballo")
    await page.locator(f"{LAST} .chip").first.click()
    await wait_until_at_rest(page)
    await expect(page.locator(f"{LAST} .sources")).to_be_visible()
    await ask(page, "Compare the dress code of Tuscany and Ballo")
    await page.locator(f"{LAST} .compare summary").click()
    await expect(page.locator(f"{LAST} .compare")).to_contain_text("Business casual")
    await page.locator(f"{LAST} .cite").first.click()
    source = page.locator(f"{LAST} .source:visible")
    await expect(source).to_contain_text("Dress code")
    await page.locator(f"{LAST}").get_by_role("button", name="Good answer").click()
    await ask(page, "Thank you, goodbye!")
    await expect(page.locator(f"{LAST} .prose")).not_to_be_empty()
    await expect(page.locator(".exchange")).to_have_count(4)
    assert (await Feedback.objects.aget()).rating == 5


async def test_a_family_asks_in_spanish_and_comes_back_tomorrow(
    site: Site, page: Page, complaints: Complaints
) -> None:
    await page.goto(f"{site.url}/?lang=es")
    await page.get_by_role("button", name="Algo para los niños").click()
    await wait_until_at_rest(page)
    await expect(page.locator(f"{LAST} .prose")).to_contain_text("Kids Quest")
    await ask(page, "¿Hay aparcamiento gratis?")
    await expect(page.locator(f"{LAST} .sources")).to_contain_text(
        "De los registros del resort"
    )
    await page.click(MENU)
    await page.get_by_role("switch").click()
    tomorrow = await page.context.new_page()
    watch(tomorrow, complaints)
    await page.close()
    await tomorrow.goto(f"{site.url}/?lang=es")
    await expect(tomorrow.locator(".exchange")).to_have_count(2)
    await ask(tomorrow, "Gracias, adiós")
    await tomorrow.click(MENU)
    forget = tomorrow.get_by_role("button", name="Olvidar este chat")
    await forget.click()
    await tomorrow.get_by_role("button", name="¿Borrarlo para siempre?").click()
    await expect(tomorrow.locator("#hello-title")).to_be_visible()
    assert not await Conversation.objects.aexists()


async def test_a_train_loses_the_signal_in_the_middle_of_an_answer(
    keyed_site: Site, site_gemini: GeminiServer, page: Page, complaints: Complaints
) -> None:
    sentence = "The dress code at Ballo is smart casual, which is easy."
    site_gemini.script(Text(f"{sentence} [1]", pause=0.4))
    await page.goto(keyed_site.url)
    await page.fill("#ask", "What is the dress code at Ballo?")
    await page.press("#ask", "Enter")
    prose = page.locator(f"{LAST} .prose")
    # The first answer of a site waits until its models are loaded.
    await expect(prose).to_contain_text("The dress code")
    await expect(prose).not_to_contain_text("easy")
    await page.context.set_offline(offline=True)
    await page.evaluate("dispatchEvent(new Event('offline'))")
    await page.fill("#ask", "And is parking")
    await expect(page.locator(".signal")).to_contain_text("The signal dropped")
    await page.context.set_offline(offline=False)
    complaints.clear()  # the browser says what the tunnel has done
    await wait_until_at_rest(page)
    await expect(page.locator(".signal .inline-note")).to_have_count(0)
    await expect(prose).to_have_text(f"{sentence}Source 1")
    await expect(page.locator(".exchange")).to_have_count(1)
    await page.press("#ask", "End")
    await page.type("#ask", " free?")
    await page.press("#ask", "Enter")
    await wait_until_at_rest(page)
    await expect(page.locator(f"{LAST} .asked")).to_contain_text("And is parking free?")


async def test_somebody_who_lost_too_much_is_given_a_hand(
    site: Site, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "I lost my rent at the slots and I can't stop gambling")
    await expect(page.locator(f"{LAST} .help a").first).to_have_attribute(
        "href", "tel:+18887897777"
    )
    await ask(page, "I don't want to live any more")
    care = page.locator(".care")
    await expect(care.locator('a[href="tel:988"]')).to_be_visible()
    await expect(page.locator(f"{LAST} :is(.chip, .card, .tools)")).to_have_count(0)
    await page.reload()
    await expect(page.locator('.care a[href="tel:988"]')).to_be_visible()
    await page.get_by_role("button", name="Talk to a person").click()
    person = page.locator("#person").get_by_role("link", name="1-888-226-7711")
    await expect(person).to_have_attribute("href", "tel:+18882267711")
    await ask(page, "Thank you. Is parking free?")
    await expect(page.locator(f"{LAST} .prose")).to_contain_text("free")


async def test_a_hand_that_only_has_a_keyboard(site: Site, page: Page) -> None:
    await page.goto(site.url)
    press = page.keyboard.press
    await press("Tab")
    await expect(page.locator(".skip")).to_be_focused()
    await press("Enter")
    await page.keyboard.type("What is the dress code")
    await press("Shift+Enter")
    await page.keyboard.type("at Ballo?")
    await press("Enter")
    await wait_until_at_rest(page)
    await expect(page.locator(f"{LAST} .asked")).to_contain_text(
        "dress code\nat Ballo?"
    )
    await expect(page.locator("#announced-answer")).to_contain_text("smart casual")
    await page.locator(f"{LAST} .cite").first.focus()
    await press("Enter")
    await expect(page.locator(f"{LAST} .source:visible")).to_contain_text("Dress code")
    await page.locator(".header .link:visible").focus()
    await press("Tab")
    await press("Enter")
    await expect(page.locator("#menu")).to_be_visible()
    await press("Tab")
    await expect(page.locator("#fresh")).to_be_focused()
    await press("Enter")
    await expect(page.locator("#ask")).to_be_focused()
    await page.keyboard.type("Goodbye")
    await press("Enter")
    await wait_until_at_rest(page)
    await expect(page.locator(".exchange")).to_have_count(1)
