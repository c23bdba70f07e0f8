"""Alice has asked for something, and wants to know what becomes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.async_api import Locator, Page, expect

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request, Reservation
from tests.apps.conversations.bookings.sample_bookings import WHO, dinner_at
from tests.browser import ask
from tests.guest import guest, only
from tests.site import Site


@pytest.fixture
def dinner(resort: Property) -> Reservation:
    return dinner_at(resort)


async def test_she_hears_by_when_staff_decide(site: Site, dinner: Reservation) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask(WHO)
        await alice.ask("Please cancel my dinner")
        sent = (await alice.ask("yes"))[-1]["text"]
        assert "They answer by" in sent
        events = await alice.ask("What happens now?")
    text = events[-1]["text"]
    assert "have not answered yet. They should by" in text
    [card] = only(events, "requests")["items"]
    assert card["status"] == "waiting"


async def test_a_late_change_is_offered_before_its_time_is_asked(
    site: Site, resort: Property
) -> None:
    await database_threads.run(
        lambda: dinner_at(resort, starts_at=timezone.now() + timedelta(hours=9))
    )
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask(WHO)
        late = (await alice.ask("Change my dinner"))[-1]["text"]
        assert late.startswith("It is late for this")
        assert "I can still ask the team" in late
        events = await alice.ask("9pm")
        [card] = only(events, "requests")["items"]
        assert card["actions"][0]["action"] == "confirm"
        proposal = events[-1]["text"]
    assert "9:00 PM" in str(card["lines"])
    assert "9:00 PM" not in proposal


LAST_ANSWER = ".exchange:last-of-type .answer"
SHOWN = """element => {
    const { top, bottom } = element.getBoundingClientRect();
    const composer = document.querySelector(".composer").getBoundingClientRect().top;
    return top >= 0 && bottom <= composer;
}"""


async def _ask_for_a_cancellation(page: Page, site: Site) -> None:
    await page.goto(site.url)
    for text, words in ((WHO, "found your booking"), ("Cancel my dinner", "Shall I")):
        await ask(page, text)
        await expect(page.locator(LAST_ANSWER)).to_contain_text(words)
    await page.get_by_role("button", name="Yes, send it").click()
    await expect(page.locator(".request").last).to_contain_text("With the team")


async def _news_of_an_approval(
    page: Page, site: Site, staff: User, *, scrolled_to: str
) -> Locator:
    """The words of the message, which comes while the page is scrolled there."""
    await _ask_for_a_cancellation(page, site)
    await page.evaluate(f"scrollTo(0, {scrolled_to})")
    request = await database_threads.run(Request.objects.get)
    await database_threads.run(requests.approve, request, staff, timezone.now())
    news = page.locator(f"{LAST_ANSWER} .prose")
    await expect(news).to_contain_text("has approved this")
    return news


@pytest.mark.usefixtures("worker", "dinner")
async def test_news_come_into_view_for_who_is_at_the_end(
    site: Site, page: Page, admin_user: User
) -> None:
    news = await _news_of_an_approval(
        page, site, admin_user, scrolled_to="document.documentElement.scrollHeight"
    )
    await page.wait_for_timeout(500)
    assert await news.evaluate(SHOWN)
    await expect(page.locator("#pill")).to_be_hidden()


@pytest.mark.usefixtures("worker", "dinner")
async def test_news_wait_behind_the_pill_for_who_reads_further_up(
    site: Site, page: Page, admin_user: User
) -> None:
    news = await _news_of_an_approval(page, site, admin_user, scrolled_to="0")
    await expect(page.locator("#pill")).to_be_visible()
    assert not await news.evaluate(SHOWN)
    await page.locator("#pill").click()
    assert await news.evaluate(SHOWN)
    await expect(page.locator("#pill")).to_be_hidden()
