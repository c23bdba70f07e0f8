"""Sam asks on the guests' page and sees how the answer was made."""

from __future__ import annotations

import asyncio

import pytest
from django.test import Client
from playwright.async_api import Page, Route, expect

from apps.properties.models import Property
from tests.browser import ask, signed_in
from tests.site import Site

pytestmark = pytest.mark.browser


async def test_sam_follows_an_answer_through_the_graph_and_tries_it_again(
    site: Site, resort: Property, sam: Client, page: Page
) -> None:
    await page.context.add_cookies([signed_in(sam, site)])
    await page.goto(site.url)
    await page.fill("#ask", "What is the dress code at Ballo?")
    await page.press("#ask", "Enter")
    badge = page.get_by_role("button", name="Steps, ")
    await badge.click()
    sheet = page.get_by_role("dialog", name="How this answer was made")
    await expect(sheet.locator(".timeline li").first).to_contain_text("compliance gate")
    await expect(sheet.locator(".graph g.taken", has_text="generate")).to_be_visible()
    taken_node = sheet.locator(".graph g.taken", has_text="fallback")
    await expect(taken_node).to_have_count(0)
    notes = sheet.locator(".notes")
    for noted in ("retrieve, scores", "generate, prompt hash", "extractive"):
        await expect(notes).to_contain_text(noted)
    await page.reload()
    await badge.click()
    await expect(sheet.locator(".timeline li")).not_to_have_count(0)
    async with page.context.expect_page() as opened:
        await sheet.get_by_role("link", name="Open in the playground").click()
    playground = await opened.value
    question = playground.locator("input[name=question]")
    await expect(question).to_have_value("What is the dress code at Ballo?")
    await expect(playground.locator("body")).to_contain_text("Ballo Italian Restaurant")
    async with page.context.expect_page() as opened:
        await sheet.get_by_role("link", name="Open in the inspector").click()
    inspector = await opened.value
    await expect(inspector.locator("h2", has_text="Sources")).to_be_visible()
    await expect(inspector.locator("body")).to_contain_text("Smart casual")


async def test_sam_asks_before_the_steps_can_be_shown(
    site: Site, resort: Property, sam: Client, page: Page
) -> None:
    held = asyncio.Event()

    async def hold(route: Route) -> None:
        await held.wait()
        await route.continue_()

    await page.route("**/trace*.js", hold)
    await page.context.add_cookies([signed_in(sam, site)])
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    await expect(page.locator(".answer")).to_contain_text("Ballo Italian Restaurant")
    held.set()
    await page.get_by_role("button", name="Steps, ").click()
    sheet = page.get_by_role("dialog", name="How this answer was made")
    await expect(sheet.locator(".timeline li")).not_to_have_count(0)


async def test_guests_see_none_of_it(site: Site, resort: Property, page: Page) -> None:
    await page.goto(site.url)
    await page.fill("#ask", "What is the dress code at Ballo?")
    await page.press("#ask", "Enter")
    await expect(page.locator(".tools")).to_be_visible()
    await expect(page.get_by_role("button", name="Steps, ")).to_have_count(0)
    assert "playground" not in await page.content()
