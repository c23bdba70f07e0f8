"""Chromium for journeys, driven by playwright."""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from django.conf import settings
from django.test import Client
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

from tests.site import Site

# Without windows it is the same engine, and takes half the processor time.
EXECUTABLES = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
CHROMIUM = next((path for path in EXECUTABLES if path.exists()), EXECUTABLES[-1])
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LINES = 12
# A slow machine with four sites takes several times longer than any guest waits.
PATIENCE_MS = 20_000
NO_SIGNAL = "net::ERR_INTERNET_DISCONNECTED"
log = logging.getLogger(__name__)


class Complaints(list[str]):
    """What a browser should never have to say: script errors, foreign requests."""


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """One browser for a run; each test has a context of its own in it."""
    if not CHROMIUM.exists():
        require = os.environ.get("CONCIERGE_REQUIRE_BROWSER")
        (pytest.fail if require else pytest.skip)(
            f"NO BROWSER TESTS: {CHROMIUM} is not there"
        )
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: Browser, complaints: Complaints) -> AsyncIterator[Page]:
    """A page on a phone; the test fails when its console shows an error."""
    context = await chromium.new_context(viewport={"width": 390, "height": 844})
    opened = await context.new_page()
    watch(opened, complaints)
    yield opened
    if not opened.is_closed():
        log.info("%s\n%s", opened.url, await opened.locator("body").inner_text())
        log.info("\n".join(_last_lines()))
    await context.close()
    assert complaints == []


def _last_lines() -> list[str]:
    """Of the sites' logs; pytest shows what is logged beside a test that fails."""
    logs = sorted(Path(settings.VAR_DIR).glob("web*.log"))
    return [line for path in logs for line in path.read_text().splitlines()[-LINES:]]


async def ask(page: Page, text: str) -> None:
    """Types a question into the page and sends it once the answer before has ended."""
    await page.fill("#ask", text)
    await expect(page.locator("#send")).to_be_visible()
    await page.press("#ask", "Enter")


def signed_in(staff: Client, site: Site) -> Any:
    """The session of somebody who is signed in with Django's client."""
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": staff.cookies[name].value, "url": site.url}


def watch(page: Page, complaints: Complaints) -> None:
    """What the browser says of a signal that a test has cut is no complaint."""

    def hear(line: ConsoleMessage) -> None:
        if line.type == "error" and NO_SIGNAL not in line.text:
            complaints.append(line.text)

    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", hear)
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:"))
            else complaints.append(request.url)
        ),
    )
