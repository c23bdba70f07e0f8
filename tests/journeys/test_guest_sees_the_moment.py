"""What a guest sees agrees with the clock: what has begun, and what is shut."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.async_api import Page, expect

from apps.catalog.models import Amenity
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.browser import ask
from tests.site import Site

pytestmark = [pytest.mark.browser]


@pytest.fixture
def begun_show(resort: Property) -> Property:
    """A show that began twenty-five minutes ago and plays again tomorrow."""
    show = factories.ShowFactory.create(property=resort, name="The Fab Faux")
    begun_at = timezone.now() - timedelta(minutes=25)
    for days in (0, 1):
        starts_at = begun_at + timedelta(days=days)
        factories.PerformanceFactory.create(show=show, starts_at=starts_at)
    embed_all()
    return resort


async def test_a_show_that_has_begun_is_told_alike_in_answer_and_card(
    site: Site, begun_show: Property, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "What shows are on right now?")
    await expect(page.locator(".answer .prose")).to_contain_text("began at")
    await expect(page.locator(".card .badge")).to_contain_text("Began at")
    await page.reload()
    await expect(page.locator(".card .badge")).to_contain_text("Began at")


@pytest.fixture
def shut_places(resort: Property) -> Property:
    """Two spas and two places for children; the first of each is closed all week."""
    for sort, names in (("spa", "Elm Oak"), ("family", "Arcade Garden")):
        for name in names.split():
            row = factories.AmenityFactory.create(
                property=resort, name=f"{name} {sort}", sort=sort
            )
            if name in ("Elm", "Arcade"):
                _shut(row)
    return resort


def _shut(row: Amenity) -> None:
    today = timezone.localdate()
    row.hours_exceptions.create(
        first_day=today - timedelta(days=1),
        last_day=today + timedelta(days=7),
        closed=True,
    )


async def test_first_questions_name_no_place_that_is_closed(
    site: Site, shut_places: Property, page: Page
) -> None:
    await page.goto(site.url)
    starters = page.locator(".starters")
    await expect(starters).to_contain_text("Garden family")
    await expect(starters).to_contain_text("Oak spa")
    await expect(starters).not_to_contain_text("Arcade family")
    await expect(starters).not_to_contain_text("Elm spa")
