"""Alice acts on what she has read: she books, calls, finds the way, keeps the date."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest
from django.utils import timezone
from playwright.async_api import Locator, Page, expect

from apps.catalog.models import Performance
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.browser import ask
from tests.site import Site

pytestmark = [pytest.mark.browser]
BOOK = "https://book.example/{slug}?people={party}&day={date}"


@pytest.fixture
def bookable(resort: Property) -> Property:
    """Ballo has a number and a page of its own; the property has a link to book."""
    resort.booking_link = BOOK
    resort.location = "1 Mohegan Sun Boulevard, Uncasville, CT 06382"
    resort.save()
    ballo = resort.items.get(name__startswith="Ballo").concrete
    ballo.slug, ballo.phone = "ballo", "1-860-862-1100"
    ballo.website = "https://ballo.example"
    ballo.save()
    embed_all()
    return resort


async def card_of(page: Page, site: Site, question: str) -> Locator:
    await page.goto(site.url)
    await ask(page, question)
    card = page.locator(".card").first
    await expect(card).to_be_visible()
    return card


async def test_a_table_is_booked_with_what_she_has_said(
    site: Site, bookable: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "We are four people")
    await expect(page.locator("#stop")).to_be_hidden()
    await expect(page.locator(".tools")).to_have_count(1)
    await ask(page, "Is Ballo open tomorrow?")
    book = page.locator(".card").get_by_role("link", name="Book a table")
    tomorrow = timezone.localdate(timezone=bookable.zone) + timedelta(days=1)
    link = f"https://book.example/ballo?people=4&day={tomorrow}"
    await expect(book).to_have_attribute("href", link)
    # The concierge books nothing itself, and shows where she does.
    await ask(page, "Can you book me a table at Ballo tomorrow?")
    last = page.locator(".exchange").last
    await expect(last).to_contain_text("I cannot book")
    book = last.get_by_role("link", name="Book a table")
    await expect(book).to_have_attribute("href", link)


async def test_a_card_leads_on_to_all_that_its_record_holds(
    site: Site, bookable: Property, page: Page
) -> None:
    card = await card_of(page, site, "What is the dress code at Ballo?")
    await card.get_by_text("More").click()
    call = card.get_by_role("link", name="Call 1-860-862-1100")
    await expect(call).to_have_attribute("href", "tel:+18608621100")
    own_page = card.get_by_role("link", name="Visit the page")
    await expect(own_page).to_have_attribute("href", "https://ballo.example/")
    way = card.get_by_role("link", name="Directions to the resort")
    href = await way.get_attribute("href")
    assert href is not None
    assert href.endswith(
        "destination=1%20Mohegan%20Sun%20Boulevard%2C%20Uncasville%2C%20CT%2006382"
    )
    await expect(own_page).to_have_attribute("rel", "noopener noreferrer")


async def test_nothing_is_offered_that_nobody_has_entered(
    site: Site, resort: Property, page: Page
) -> None:
    card = await card_of(page, site, "What is the dress code at Ballo?")
    for name in ("Book", "Call", "Visit", "calendar"):
        await expect(card.get_by_text(name)).to_have_count(0)


async def test_known_numbers_and_sites_can_be_pressed_in_an_answer(
    site: Site, bookable: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "What is the phone number of Ballo?")
    number = page.locator(".prose").get_by_role("link", name="1-860-862-1100")
    await expect(number).to_have_attribute("href", "tel:+18608621100")
    await page.reload()
    await expect(number).to_have_attribute("href", "tel:+18608621100")


@pytest.fixture
def performance(resort: Property) -> Performance:
    show = factories.ShowFactory.create(property=resort, name="Moon; Sun, Stars")
    tomorrow = timezone.now().astimezone(resort.zone) + timedelta(days=1)
    starts_at = tomorrow.replace(hour=20, minute=0, second=0, microsecond=0)
    row = factories.PerformanceFactory.create(show=show, starts_at=starts_at)
    embed_all()
    return row


async def test_a_show_is_kept_in_a_calendar(
    site: Site, performance: Performance, page: Page
) -> None:
    card = await card_of(page, site, "What shows are on tomorrow?")
    async with page.expect_download() as started:
        keep = card.get_by_role("link", name="Add to calendar")
        if not await keep.is_visible():
            await card.get_by_text("More").click()
        await keep.click()
    download = await started.value
    assert download.suggested_filename.endswith(".ics")
    text = (await download.path()).read_text()
    # In UTC: a zone would need its rules for every summer.
    starts_at = performance.starts_at.astimezone(UTC)
    assert f"DTSTART:{starts_at:%Y%m%dT%H%M%SZ}" in text
    ends_at = starts_at + timedelta(hours=2)
    assert f"DTEND:{ends_at:%Y%m%dT%H%M%SZ}" in text
    assert "this one is assumed" in text.replace("\n ", "")
    assert "TZID" not in text
    assert r"SUMMARY:Moon\; Sun\, Stars" in text


async def test_a_show_of_another_resort_is_in_no_calendar(
    site: Site, performance: Performance, page: Page
) -> None:
    row = performance.pk
    own = await page.request.get(f"{site.url}/mohegan-sun/calendar/{row}.ics")
    foreign = await page.request.get(f"{site.url}/foxwoods/calendar/{row}.ics")
    assert (own.status, foreign.status) == (200, 404)
