"""Photographs the pages of the admin that the README shows, with demo data.

    python -m benchmarks.staff.screenshots

Pictures go to docs/screenshots.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from apps.local_servers import paths
from benchmarks import site
from tests.browser import CHROMIUM, FLAGS

FOLDER = paths.PROJECT / "docs" / "screenshots"
SIZE: ViewportSize = {"width": 1440, "height": 1000}
# Beat writes to the database every three minutes.
BEAT_SECONDS = 240
QUESTIONS = (
    "What is the dress code at Tuscany?",
    "When does Ballo open?",
    "Is there a helicopter pad?",
    "Do you have a helicopter pad?",
    "Do you have a planetarium?",
    "Is parking free?",
    "Which restaurants are open now?",
    "Where can I rent a kayak?",
    "How old must I be to gamble?",
    "What shows are on tonight?",
)
PATHS = {
    "restaurants": "/admin/catalog/restaurant/",
    "gaps": "/admin/gaps/",
}
PROPERTY = "Mohegan Sun"
ROW = "Todd English's Tuscany"


def main() -> None:
    with (
        site.prepared("staff") as prepared_site,
        site.running(prepared_site) as web,
        _worker(prepared_site),
        sync_playwright() as playwright,
    ):
        address = f"http://127.0.0.1:{web.port}"
        for question in QUESTIONS:
            _ask(address, question)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = _staff_page(browser, address, prepared_site.staff_session_key())
        for name, path in PATHS.items():
            page.goto(f"{address}{path}")
            _save(page, name)
        page.goto(f"{address}{PATHS['restaurants']}")
        page.get_by_role("link", name=ROW).click()
        page.get_by_text("Hours", exact=True).first.click()
        _save(page, "admin")
        page.goto(f"{address}/admin/playground/")
        page.select_option("[name=property]", label=PROPERTY)
        page.fill("[name=question]", QUESTIONS[0])
        page.click("[name=answer]")
        _save(page, "playground")
        _wait_for_beat(page, f"{address}/admin/ops/")
        _save(page, "ops")


@contextlib.contextmanager
def _worker(prepared_site: site.Site) -> Iterator[None]:
    worker = prepared_site.worker()
    try:
        yield
    finally:
        site.stop(worker)


def _wait_for_beat(page: Page, url: str) -> None:
    """Opens the dashboard until beat has sent a task and a worker has done it."""
    end = time.monotonic() + BEAT_SECONDS
    page.goto(url)
    while page.get_by_text("never", exact=True).count() and time.monotonic() < end:
        page.wait_for_timeout(5000)
        page.goto(url)


def _ask(address: str, question: str) -> None:
    response = httpx.post(f"{address}/chat", json={"message": question}, timeout=60)
    response.raise_for_status()


def _staff_page(browser: Browser, address: str, session_key: str) -> Page:
    context = browser.new_context(viewport=SIZE, color_scheme="light")
    cookie: Any = {"name": "sessionid", "value": session_key, "url": address}
    context.add_cookies([cookie])
    return context.new_page()


def _save(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")


if __name__ == "__main__":
    main()
