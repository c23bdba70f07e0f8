"""What a device keeps of a chat, what a guest changes, how days are told apart."""

from __future__ import annotations

from datetime import timedelta

import pytest
import pytest_asyncio
from django.db.models import F
from playwright.async_api import Page, expect

from apps.conversations.models import Conversation, Message
from tests.browser import Complaints, ask, watch
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("resort")]
MENU = "[popovertarget=menu]"


@pytest_asyncio.fixture(loop_scope="session")
async def answered(site: Site, page: Page) -> Page:
    await page.goto(site.url)
    await ask(page, "Is parking free?")
    await expect(page.locator(".answer .prose")).to_contain_text("free")
    return page


async def test_a_chat_ends_with_its_tab_unless_it_is_kept(
    answered: Page, site: Site, complaints: Complaints
) -> None:
    await answered.reload()
    await expect(answered.locator(".answer .prose")).to_contain_text("free")
    later = await answered.context.new_page()
    watch(later, complaints)
    await later.goto(site.url)
    await expect(later.locator("#hello-title")).to_be_visible()
    keep = answered.locator("#keep")
    await answered.click(MENU)
    await expect(keep).to_have_attribute("aria-checked", "false")
    await keep.click()
    await expect(keep).to_have_attribute("aria-checked", "true")
    await later.goto(site.url)
    await expect(later.locator(".answer .prose")).to_contain_text("free")
    await answered.reload()
    await expect(answered.locator(".answer .prose")).to_contain_text("free")
    await answered.click(MENU)
    await keep.click()
    await later.click(MENU)
    await expect(later.locator("#keep")).to_have_attribute("aria-checked", "false")
    stored_keys = "JSON.stringify(Object.keys(localStorage))"
    assert await answered.evaluate(stored_keys) == "[]"


async def test_an_id_alone_shows_an_empty_page(
    answered: Page, site: Site, complaints: Complaints
) -> None:
    thread = (await Conversation.objects.aget()).pk
    stranger = await answered.context.new_page()
    watch(stranger, complaints)
    key = "concierge:mohegan-sun:thread"
    await stranger.add_init_script(f"sessionStorage.setItem('{key}', '{thread}')")
    await stranger.goto(site.url)
    await expect(stranger.locator("#hello-title")).to_be_visible()
    await expect(stranger.locator(".asked")).to_have_count(0)


async def test_a_question_is_changed_and_asked_again(answered: Page) -> None:
    field = answered.locator("#ask")
    await field.fill("half a thought")
    await answered.locator(".asked .icon-btn").click()
    await expect(answered.locator("#editing")).to_be_visible()
    await expect(field).to_have_value("Is parking free?")
    await field.press("Escape")
    await expect(field).to_have_value("half a thought")
    await answered.locator(".asked .icon-btn").click()
    await ask(answered, "What is the dress code at Ballo?")
    await expect(answered.locator(".answer .prose").nth(1)).to_contain_text("casual")
    await expect(field).to_have_value("half a thought")
    await expect(answered.locator("#editing")).to_be_hidden()


async def test_days_are_told_apart(answered: Page) -> None:
    await expect(answered.locator(".day")).to_have_count(0)
    yesterday = F("created_at") - timedelta(days=1)
    await Message.objects.aupdate(created_at=yesterday)
    await answered.reload()
    await expect(answered.locator(".day")).to_have_text("Yesterday")
    await ask(answered, "What is the dress code at Ballo?")
    await expect(answered.locator(".day").nth(1)).to_have_text("Today")
    await expect(answered.locator(".exchange:nth-of-type(2) .day")).to_be_visible()


async def test_escape_closes_the_menu_and_leaves_the_answer_alone(
    answered: Page,
) -> None:
    await answered.click(MENU)
    await expect(answered.locator("#menu")).to_be_visible()
    await answered.keyboard.press("Escape")
    await expect(answered.locator("#menu")).to_be_hidden()
    await answered.click(MENU)
    await answered.get_by_role("button", name="New conversation").click()
    await expect(answered.locator("#hello-title")).to_be_visible()
    await expect(answered.locator("#ask")).to_be_focused()
    await expect(answered.locator("#menu")).to_be_hidden()


async def test_it_tells_what_happens_to_words(answered: Page, site: Site) -> None:
    await answered.click(MENU)
    await answered.get_by_role("link", name="Privacy").click()
    await expect(answered.locator("h1")).to_have_text("What happens to what you write")
    await answered.get_by_role("link", name="Back to the concierge").click()
    await expect(answered.locator(".answer .prose")).to_contain_text("free")
