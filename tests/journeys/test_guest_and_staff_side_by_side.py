"""Alice on her phone and Sam before his queue, each in a browser, at the same time."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from django.contrib.auth.models import User
from django.test import Client
from playwright.async_api import Browser, Locator, Page, expect

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    WHO,
    dinner_at,
    room_at,
)
from tests.apps.staff.requests.desk import make_host
from tests.browser import Complaints, ask, signed_in, watch
from tests.site import Site

LAST_ANSWER = ".exchange:last-of-type .answer"
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("worker", "stay")]


@pytest.fixture
def stay(resort: Property) -> None:
    """Alice's dinner and her room."""
    owner = factories.GuestFactory.create(property=resort)
    dinner_at(resort, guest=owner)
    room_at(resort, guest=owner)


@pytest_asyncio.fixture(loop_scope="session")
async def queue(
    chromium: Browser,
    complaints: Complaints,
    site: Site,
    sam: Client,
    sams_account: User,
    resort: Property,
) -> AsyncIterator[Page]:
    """Sam's queue, live, in a browser of his own."""
    await database_threads.run(make_host, sams_account, resort)
    context = await chromium.new_context(viewport={"width": 1200, "height": 900})
    await context.add_cookies([signed_in(sam, site)])
    opened = await context.new_page()
    watch(opened, complaints)
    await opened.goto(f"{site.url}/admin/requests/")
    await expect(opened.locator("html[data-live=yes]")).to_be_attached()
    yield opened
    await context.close()


async def open_only_request(queue: Page) -> Locator:
    """That came in by itself, without a reload."""
    request = queue.locator(".rq")
    await expect(request).to_have_count(1)
    await request.locator("summary").first.press("Enter")
    return request


async def send(page: Page, *texts: str) -> Locator:
    """Alice says these and presses the button of the card that she gets."""
    for text in texts:
        await ask(page, text)
    card = page.locator(".request").last
    await card.get_by_role("button", name="Yes, send it").click()
    await expect(card.locator(".request__status")).to_contain_text("With the team")
    return card


async def test_they_agree_on_a_dinner_a_checkout_and_towels(
    site: Site, page: Page, queue: Page
) -> None:
    await page.goto(site.url)
    await ask(page, WHO)
    await expect(page.locator(LAST_ANSWER)).to_contain_text("found your booking")
    news = page.locator(LAST_ANSWER)

    card = await send(page, "Please cancel my dinner")
    request = await open_only_request(queue)
    await request.get_by_role("button", name="Approve").click()
    await expect(card.locator(".request__status")).to_have_text("Approved")
    await expect(news).to_contain_text("The team has approved this")

    card = await send(page, "Can I check out at 3pm?")
    request = await open_only_request(queue)
    await request.get_by_label("Until").fill("13:00")
    await request.get_by_label("Why, for the guest").fill("A group comes at three.")
    await request.get_by_role("button", name="Offer instead").click()
    await expect(news).to_contain_text("A group comes at three.")
    await card.get_by_role("button", name="Accept the offer").click()
    await expect(card.locator(".request__status")).to_have_text("Approved")

    card = await send(page, "Two towels to room 1204, please")
    request = await open_only_request(queue)
    await request.get_by_role("button", name="Approve").click()
    await expect(news).to_contain_text("Something for the room")
    await queue.locator("[data-tab=approved]").click()
    towels = queue.locator(".rq", has_text="Two towels")
    title = towels.locator(".rq-title")
    await expect(title).to_contain_text("Things for the room, room 1204")
    await towels.locator("summary").first.press("Enter")
    await towels.get_by_role("button", name="Mark as done").click()
    await expect(news).to_contain_text("this is done")
    rows = Request.objects.order_by("created_at").values_list("kind", "status")
    assert await database_threads.run(list, rows) == [
        ("cancel", "approved"),
        ("late_checkout", "approved"),
        ("service", "done"),
    ]
