"""With a key: the real Gemini client over the wire, on good days and bad ones."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import ask
from tests.fakes.gemini import Cut, Failure, GeminiServer, Text
from tests.guest import guest, only, shown
from tests.site import Site

pytestmark = pytest.mark.usefixtures("resort")
QUESTION = "What is the dress code at Ballo?"
SPOKEN = Text("The dress code at Ballo is smart casual. [1]")
SLOW = Text("The dress code at Ballo is smart casual, which is easy. [1]", pause=0.4)


async def test_it_streams_the_models_words(
    keyed_site: Site, site_gemini: GeminiServer
) -> None:
    site_gemini.script(SPOKEN)
    async with guest(keyed_site) as alice:
        await alice.hello()
        events = await alice.ask(QUESTION)
    assert shown(events) == "The dress code at Ballo is smart casual. [1]"
    assert only(events, "sources")["citations"][0]["field"] == "dress_code"


@pytest.mark.parametrize(
    "trouble",
    [Failure(429), Failure(500), Failure(400, "API key not valid."), Cut("The")],
)
async def test_it_answers_from_the_records_when_the_model_fails(
    keyed_site: Site, site_gemini: GeminiServer, trouble: Failure | Cut
) -> None:
    site_gemini.script(*[trouble] * 4)
    async with guest(keyed_site) as alice:
        await alice.hello()
        events = await alice.ask(QUESTION)
    assert "smart casual" in shown(events)
    assert events[-1]["status"] == "done"


async def test_it_never_writes_the_key_into_a_log(
    keyed_site: Site, site_gemini: GeminiServer, keyed_log: Path
) -> None:
    site_gemini.script(*[Failure(400, "API key not valid.")] * 4)
    async with guest(keyed_site) as alice:
        await alice.hello()
        await alice.ask(QUESTION)
    written = await asyncio.to_thread(keyed_log.read_text)
    assert "alices-secret-key" not in written
    assert QUESTION not in written


@pytest.mark.browser
async def test_it_stops_when_alice_has_heard_enough(
    keyed_site: Site, site_gemini: GeminiServer, page: Page
) -> None:
    site_gemini.script(SLOW)
    await page.goto(keyed_site.url)
    await ask(page, QUESTION)
    await expect(page.locator(".answer .prose")).to_contain_text("The dress")
    await page.press("#ask", "Escape")
    await expect(page.locator(".answer")).to_contain_text("stopped")
    await expect(page.locator(".answer .prose")).not_to_contain_text("easy")
    await page.reload()
    await expect(page.locator(".answer .prose")).to_contain_text("The dress")


@pytest.mark.browser
async def test_it_says_what_it_is_doing_while_alice_waits(
    keyed_site: Site, site_gemini: GeminiServer, page: Page
) -> None:
    site_gemini.script(
        Text("The dress code at Ballo is smart casual. [1]", first_pause=2)
    )
    await page.goto(keyed_site.url)
    await ask(page, QUESTION)
    await expect(page.locator(".status")).to_contain_text("Writing your answer")
    await expect(page.locator(".answer .prose")).to_contain_text("smart casual")
    await expect(page.locator(".status:visible")).to_have_count(0)
