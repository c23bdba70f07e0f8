"""Alice sends a conversation to her phone; others read it for as long as she wants."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, ViewportSize, expect

from apps.conversations.models import ShareLink
from apps.properties.models import Property
from tests.browser import ask
from tests.journeys.test_everybody_can_use_it import insist
from tests.site import Site

pytestmark = [pytest.mark.browser]
MENU = "[popovertarget=menu]"


@pytest_asyncio.fixture(loop_scope="session")
async def answered(site: Site, resort: Property, page: Page) -> Page:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    await expect(page.locator(".tools")).to_have_count(1)
    return page


async def share(page: Page) -> Locator:
    """The panel with a link in it."""
    await page.click(MENU)
    await page.get_by_role("button", name="Share or send to my phone").click()
    panel = page.get_by_role("dialog", name="Share this conversation")
    await expect(panel.get_by_role("textbox", name="Link")).to_be_visible()
    return panel


async def open_link(page: Page, site: Site) -> Page:
    """What a friend sees at the address in the panel; it names the public site."""
    url = await page.get_by_role("textbox", name="Link").input_value()
    assert url.startswith("https://concierge.example/s/")
    friend = await page.context.new_page()
    await friend.goto(site.url + urlsplit(url).path)
    return friend


async def test_others_read_it_until_she_stops(answered: Page, site: Site) -> None:
    panel = await share(answered)
    friend = await open_link(answered, site)
    await expect(friend.locator(".asked")).to_contain_text("dress code at Ballo?")
    await expect(friend.get_by_text("is smart casual")).to_be_visible()
    await expect(friend.locator(".shared__rows")).to_contain_text("Open 24 hours")
    await expect(friend.locator("textarea, button")).to_have_count(0)
    await insist(friend)
    await panel.get_by_role("button", name="Close").click()
    # She is far from the end of the thread, where the note stands.
    await answered.set_viewport_size({"width": 360, "height": 500})
    await answered.evaluate("scrollTo(0, 0)")
    await answered.click(MENU)
    await answered.get_by_role("button", name="Stop sharing").click()
    note = answered.locator("#signal").get_by_text("Links to this chat no longer work")
    await expect(note).to_be_in_viewport()
    gone = await friend.reload()
    assert gone is not None
    assert gone.status == 410
    await answered.click(MENU)
    await expect(answered.locator("#share-stop")).to_be_hidden()
    await ask(answered, "Is parking free?")
    await expect(answered.locator("#signal")).not_to_contain_text("No link")


async def test_the_panel_has_a_code_and_copies_the_link(answered: Page) -> None:
    panel = await share(answered)
    code = panel.get_by_role("img", name="QR code of the link")
    assert await code.evaluate("image => image.complete && image.naturalWidth > 0")
    await panel.get_by_role("button", name="Copy the link").click()
    await expect(panel.get_by_role("button", name="Copied")).to_be_visible()
    link = await panel.get_by_role("textbox", name="Link").input_value()
    assert await answered.evaluate("navigator.clipboard.readText()") == link
    look = panel.get_by_role("link", name="Read what others will see")
    assert await look.get_attribute("href") == link
    await insist(answered)


async def test_the_device_may_hand_it_on_in_its_own_way(
    site: Site, resort: Property, page: Page
) -> None:
    keep = "navigator.share = async (what) => { window.handed = what }"
    await page.add_init_script(keep)
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    await expect(page.locator(".tools")).to_have_count(1)
    panel = await share(page)
    await panel.get_by_role("button", name="Send it").click()
    link = await panel.get_by_role("textbox", name="Link").input_value()
    assert await page.evaluate("window.handed.url") == link


async def test_a_phone_is_given_the_link_before_the_code(
    site: Site, resort: Property, page: Page
) -> None:
    browser = page.context.browser
    assert browser is not None
    size: ViewportSize = {"width": 360, "height": 780}
    phone = await browser.new_page(viewport=size, has_touch=True, is_mobile=True)
    await phone.goto(site.url)
    await ask(phone, "What is the dress code at Ballo?")
    await expect(phone.locator(".tools")).to_have_count(1)
    panel = await share(phone)
    link = await panel.get_by_role("textbox", name="Link").bounding_box()
    code = await panel.get_by_role("img", name="QR code of the link").bounding_box()
    assert link is not None
    assert code is not None
    assert link["y"] < code["y"]
    await phone.close()


async def test_a_card_leads_there_and_escape_back(answered: Page) -> None:
    card = answered.locator(".card").first
    await card.get_by_text("More").click()
    await card.get_by_role("button", name="Send to my phone").click()
    panel = answered.locator("#share-panel")
    await expect(panel.get_by_role("img")).to_be_visible()
    await answered.keyboard.press("Escape")
    await expect(panel).to_be_hidden()


async def test_the_link_stands_in_no_log(answered: Page, site: Site) -> None:
    await share(answered)
    friend = await open_link(answered, site)
    token = urlsplit(friend.url).path.removeprefix("/s/")
    assert token not in site.log.read_text()


async def test_a_shared_chat_is_still_shared_after_a_reload(answered: Page) -> None:
    await share(answered)
    await answered.reload()
    await answered.click(MENU)
    await expect(answered.get_by_role("button", name="Stop sharing")).to_be_visible()


async def test_personal_matters_cannot_be_shared(
    site: Site, resort: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "Please cancel my dinner reservation")
    await expect(page.locator(".answer .prose")).not_to_be_empty()
    await page.click(MENU)
    await page.get_by_role("button", name="Share or send to my phone").click()
    panel = page.locator("#share-panel")
    await expect(panel).to_contain_text("There is nothing to share yet.")
    assert not await ShareLink.objects.aexists()


async def test_forgetting_the_chat_ends_the_link(answered: Page, site: Site) -> None:
    panel = await share(answered)
    friend = await open_link(answered, site)
    await panel.get_by_role("button", name="Close").click()
    await answered.click(MENU)
    await answered.get_by_role("button", name="Forget this chat").click()
    await answered.get_by_role("button", name="Erase it for good?").click()
    await expect(answered.locator(".inline-note")).to_contain_text("is erased")
    gone = await friend.reload()
    assert gone is not None
    assert gone.status == 410
