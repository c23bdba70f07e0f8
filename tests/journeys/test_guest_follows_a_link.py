"""Alice has no code at hand: a link by e-mail opens her bookings where she asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from playwright.async_api import Browser, Page, expect

from apps.infrastructure import database_threads, patterns
from apps.properties.models import Property
from apps.reservations.models import Reservation
from tests.apps.conversations.bookings.sample_bookings import dinner_at
from tests.browser import ask
from tests.guest import guest
from tests.site import Site, wait_for

ADDRESS = "alice@example.com"
LAST_ANSWER = ".exchange:last-of-type .answer"
FRAGMENT = patterns.compile(r"#bookings=\S+")
CODE = patterns.compile(r"conversation: (\d{6})")
pytestmark = pytest.mark.usefixtures("worker", "dinner")


@pytest.fixture
def dinner(resort: Property) -> Reservation:
    return dinner_at(resort, email=ADDRESS)


@pytest.fixture(autouse=True)
def mails() -> Path:
    """Where the worker's mails are, without those of other tests."""
    folder = Path(settings.VAR_DIR) / "mail"
    for old in folder.glob("*.log"):
        old.unlink()
    return folder


def the_mail(mails: Path) -> str:
    """The one mail that was written, once it is whole."""
    wait_for(lambda: any(mails.glob("*.log")))
    [message] = mails.glob("*.log")
    wait_for(lambda: "----" in message.read_text())
    return message.read_text()


async def ask_for_a_link(page: Page, site: Site) -> None:
    await page.goto(f"{site.url}/mohegan-sun/")
    await ask(page, "When is my dinner?")
    await page.get_by_role("button", name="Send me a link").click()
    await expect(page.locator(LAST_ANSWER)).to_contain_text("e-mail address")
    await ask(page, ADDRESS)
    await expect(page.locator(LAST_ANSWER)).to_contain_text("on its way")


async def test_the_link_opens_them_in_the_tab_that_asked(
    site: Site, page: Page, mails: Path, worker: Path
) -> None:
    await ask_for_a_link(page, site)
    match = FRAGMENT.search(await database_threads.run(the_mail, mails))
    assert match
    other_tab = await page.context.new_page()
    await other_tab.goto(f"{site.url}/mohegan-sun/{match[0]}")
    answer = page.locator(LAST_ANSWER)
    await expect(answer).to_contain_text("found your booking")
    await expect(answer).to_contain_text("7:00 PM")
    await expect(other_tab.get_by_text("You can close this one")).to_be_visible()
    assert "bookings=" not in other_tab.url
    logs = [await database_threads.run(log.read_text) for log in (site.log, worker)]
    for secret in (ADDRESS, match[0].removeprefix("#bookings=")):
        assert not any(secret in text for text in logs)


async def test_in_another_browser_it_asks_for_the_code(
    site: Site, page: Page, chromium: Browser, mails: Path
) -> None:
    await ask_for_a_link(page, site)
    text = await database_threads.run(the_mail, mails)
    link, code = FRAGMENT.search(text), CODE.search(text)
    assert link
    assert code
    elsewhere = await (await chromium.new_context()).new_page()
    await elsewhere.goto(f"{site.url}/mohegan-sun/{link[0]}")
    note = elsewhere.get_by_text("type the code")
    await expect(note).to_be_visible(timeout=20_000)
    await elsewhere.context.close()
    await ask(page, code[1])
    await expect(page.locator(LAST_ANSWER)).to_contain_text("found your booking")


async def test_nobody_learns_whether_an_address_has_a_booking(
    site: Site, mails: Path
) -> None:
    answers = []
    for address in ("mallory@example.com", ADDRESS):
        async with guest(site) as mallory:
            await mallory.hello()
            await mallory.ask("When is my dinner?")
            answers.append((await mallory.ask(address))[-1]["text"])
    assert answers[0] == answers[1]
    assert f"To: {ADDRESS}" in await database_threads.run(the_mail, mails)
