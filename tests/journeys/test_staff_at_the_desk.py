"""Nora at the desk in a browser: the week, a save, and when guests know of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from playwright.async_api import Page, expect

from apps.catalog.models import Restaurant
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.browser import Complaints
from tests.site import Site

PASSWORD = "four plain words together"  # noqa: S105 - of nobody


@pytest.fixture
def nora(resort: Property) -> User:
    user: User = factories.StaffFactory.create(username="nora", is_superuser=True)
    # As the site hashes them; the tests' own hasher is none of a real site.
    user.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt")
    user.save()
    return user


async def test_nora_draws_hours_and_hears_when_guests_know_them(
    site: Site, nora: User, worker: Path, page: Page, complaints: Complaints
) -> None:
    await page.set_viewport_size({"width": 1280, "height": 900})
    row = await Restaurant.objects.aget(name__startswith="Ballo")
    await page.goto(f"{site.url}/admin/catalog/restaurant/{row.pk}/change/")
    await page.fill("#id_login", "nora")
    await page.fill("#id_password", PASSWORD)
    await page.click("button[type=submit]")
    await page.click("nav[aria-label='Sections of the form'] >> text=Hours")
    for day in range(7):
        line = page.locator(f"#id_hours-{day}-opens_at")
        await line.fill("")
        await page.locator(f"#id_hours-{day}-closes_at").fill("")
    await _draw(page, day=0, opens=12, closes=22.5)
    await page.click("[data-copy='1,2,3,4']")
    assert await page.locator(".week-bar").count() == 5
    await page.click("text=Save and continue editing")
    message = page.locator("text=Live and searchable after")
    await expect(message).to_be_visible(timeout=20_000)
    await expect(page.locator("text=12:00 PM to 10:30 PM").first).to_be_attached()
    assert await database_threads.run(row.hours.count) == 5
    complaints.clear()  # unfold asks for pictures that it does not bring


async def _draw(page: Page, *, day: int, opens: float, closes: float) -> None:
    """From one hour to another, on a line that shows thirty."""
    line = page.locator(f".week-day[data-day='{day}']")
    await line.scroll_into_view_if_needed()
    box = await line.bounding_box()
    assert box
    height = box["y"] + box["height"] / 2
    await page.mouse.move(box["x"] + box["width"] * opens / 30, height)
    await page.mouse.down()
    await page.mouse.move(box["x"] + box["width"] * closes / 30, height)
    await page.mouse.up()
