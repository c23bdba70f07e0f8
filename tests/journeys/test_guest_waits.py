"""Alice is faster than the answer: what she has written stays until she can send it."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from apps.properties.models import Property
from tests.browser import ask
from tests.journeys.test_guest_speaks import DICTATE, RECOGNITION
from tests.site import Site

pytestmark = [pytest.mark.browser]
WAITS = "You can send this when the answer is finished."


async def hold_answers(page: Page) -> asyncio.Event:
    """Answers on the page end only after the event is set."""
    may_end = asyncio.Event()
    waiting: list[asyncio.Task[None]] = []

    async def send_later(route: WebSocketRoute, frame: str | bytes) -> None:
        await may_end.wait()
        route.send(frame)

    def hold_the_end(route: WebSocketRoute) -> None:
        def pass_on(frame: str | bytes) -> None:
            if '"done"' in str(frame):
                waiting.append(asyncio.create_task(send_later(route, frame)))
            else:
                route.send(frame)

        route.connect_to_server().on_message(pass_on)

    await page.route_web_socket("**/ws/**", hold_the_end)
    return may_end


async def test_enter_keeps_her_words_while_an_answer_is_written(
    site: Site, resort: Property, page: Page
) -> None:
    may_end = await hold_answers(page)
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    await expect(page.locator("#stop")).to_be_visible()
    await expect(page.locator(".answer .prose")).to_contain_text("casual")
    await page.fill("#ask", "And is parking free?")
    await page.press("#ask", "Enter")
    await expect(page.locator("#count")).to_have_text(WAITS)
    await expect(page.locator("#status")).to_have_text(WAITS)
    await expect(page.locator("#ask")).to_have_value("And is parking free?")
    may_end.set()
    await expect(page.locator("#count")).to_be_empty()
    await page.press("#ask", "Enter")
    await expect(page.locator(".exchange")).to_have_count(2)


async def test_the_page_says_that_it_listens_also_after_an_answer(
    site: Site, resort: Property, page: Page
) -> None:
    await page.add_init_script(RECOGNITION.replace("AVAILABLE", "available"))
    may_end = await hold_answers(page)
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    await page.get_by_role("button", name=DICTATE).click()
    may_end.set()
    await expect(page.locator("#send")).to_be_visible()
    await expect(page.locator("#count")).to_contain_text("stays on this device")
