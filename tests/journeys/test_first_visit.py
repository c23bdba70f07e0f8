"""Alice's first visit over HTTP/1.1, where each request waits for one of six lines."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser import ask
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("resort")]
MOST_REQUESTS = 20


async def test_it_needs_few_requests(site: Site, page: Page) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    async with page.expect_websocket():
        await page.goto(site.url, wait_until="networkidle")
    assert len(requests) <= MOST_REQUESTS
    assert len([url for url in requests if url.endswith("/page.js")]) == 1
    await ask(page, "Is parking free?")
    await expect(page.locator(".answer .prose")).to_contain_text("free")


async def test_the_second_visit_asks_for_the_page_alone(site: Site, page: Page) -> None:
    await page.goto(site.url, wait_until="networkidle")
    entries = "performance.getEntriesByType('resource')"
    await page.reload(wait_until="networkidle")
    bundles = f"{entries}.filter(({{name}}) => name.includes('/bundles/'))"
    sizes = await page.evaluate(f"{bundles}.map(({{transferSize}}) => transferSize)")
    assert sizes == [0, 0]
