"""Alice would rather talk to a person: at a desk, and with a phone in her hand."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.browser import Complaints, watch
from tests.site import Site

pytestmark = [pytest.mark.browser]
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def staffed(resort: Property) -> Property:
    resort.phone_hours = "7:00 AM to 11:00 PM"
    resort.save()
    return resort


async def test_at_a_desk_the_number_and_its_hours_are_shown(
    site: Site, staffed: Property, page: Page
) -> None:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.goto(site.url)
    await page.get_by_role("button", name="Talk to a person").click()
    panel = page.locator("#person")
    number = panel.get_by_role("link", name="1-888-226-7711")
    await expect(number).to_have_attribute("href", "tel:+18882267711")
    await expect(panel).to_contain_text("7:00 AM to 11:00 PM")
    await panel.get_by_role("button", name="Copy the number").click()
    await expect(panel.get_by_role("button", name="Copied")).to_be_visible()
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied == "1-888-226-7711"
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()


@pytest.mark.asyncio(loop_scope="session")
async def test_a_phone_calls(
    site: Site, staffed: Property, chromium: Browser, complaints: Complaints
) -> None:
    context = await chromium.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    phone = await context.new_page()
    watch(phone, complaints)
    await phone.goto(site.url)
    call = phone.get_by_role("link", name="Talk to a person")
    await expect(call).to_have_attribute("href", "tel:+18882267711")
    await expect(phone.get_by_role("button", name="Talk to a person")).to_have_count(0)
    await context.close()
    assert complaints == []


async def test_hours_that_nobody_has_entered_are_not_made_up(
    site: Site, resort: Property, page: Page
) -> None:
    resort.phone_hours = ""
    await database_threads.run(resort.save)
    await page.goto(site.url)
    await page.get_by_role("button", name="Talk to a person").click()
    await expect(page.locator("#person")).to_contain_text("1-888-226-7711")
    await expect(page.locator("#person")).not_to_contain_text("Hours")


@pytest.mark.parametrize("is_copied", [True, False])
async def test_a_browser_that_refuses_the_clipboard_does_no_harm(
    site: Site, staffed: Property, page: Page, is_copied: bool
) -> None:
    await page.add_init_script(
        "navigator.clipboard.writeText = () => Promise.reject(new DOMException('no'));"
        f"document.execCommand = () => {str(is_copied).lower()};"
    )
    await page.goto(site.url)
    await page.get_by_role("button", name="Talk to a person").click()
    panel = page.locator("#person")
    await panel.get_by_role("button", name="Copy the number").click()
    words = "Copied" if is_copied else "The browser does not allow copying"
    await expect(panel.get_by_role("button", name=words)).to_be_visible()
    await expect(panel.get_by_role("link", name="1-888-226-7711")).to_be_visible()
