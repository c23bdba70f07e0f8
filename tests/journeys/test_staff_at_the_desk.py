"""Nora at the desk in a browser: the week, a save, and when guests know of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from playwright.async_api import Locator, Page, expect

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
    await _close_all_days(page)
    await _drag(page, 0, 12, 22.5)
    await expect(_bars(page, 0)).to_have_text("12:00 PM to 10:30 PM")
    await _drag(page, 0, 7, 10)  # into a line of its own
    await _drag(page, 0, 22.4, 21.4)  # the end is pulled
    await _drag(page, 0, 8, 9)  # the whole is moved
    times = ["8:00 AM to 11:00 AM", "12:00 PM to 9:30 PM"]
    await expect(_bars(page, 0)).to_have_text(times)
    await _drag(page, 2, 25, 27)  # the hours after midnight are of the next day
    await expect(_bars(page, 3)).to_have_text("1:00 AM to 3:00 AM")
    await page.click("[data-undo]")
    await expect(_bars(page, 3)).to_have_count(0)
    await _copy(page, "Tuesday", "Friday")
    await expect(_bars(page, 4)).to_have_text(times)
    await _use_keys(page)
    await page.locator("#id_hours-6-opens_at").fill("5 pm")
    await page.locator("#id_hours-6-closes_at").fill("1 am")
    await expect(_bars(page, 6)).to_have_text("5:00 PM to 1:00 AM")
    await page.click("text=Save and continue editing")
    message = page.locator("text=Live and searchable after")
    await expect(message).to_be_visible(timeout=20_000)
    assert await database_threads.run(_stored_hours, row) == [
        "Monday 08:00 to 11:00",
        "Monday 12:00 to 21:30",
        "Tuesday 08:00 to 11:00",
        "Tuesday 12:00 to 21:30",
        "Saturday 12:30 to 22:30",
        "Sunday 17:00 to 01:00",
    ]
    complaints.clear()  # unfold asks for pictures that it does not bring


async def _use_keys(page: Page) -> None:
    """One of Friday's hours goes to Saturday, later and longer; one is deleted."""
    first = _bars(page, 4).first
    await first.press("Delete")
    await expect(_bars(page, 4)).to_have_count(1)
    await page.click("[data-undo]")
    await expect(_bars(page, 4)).to_have_count(2)
    await first.press("Delete")
    await first.press("ArrowDown")
    for key in ("ArrowRight", "Shift+ArrowRight"):
        await _bars(page, 5).press(key)
    await expect(_bars(page, 5)).to_have_text("12:30 PM to 10:30 PM")
    await expect(_bars(page, 5)).to_be_focused()
    status = page.locator("[data-status]")
    await expect(status).to_have_text("Saturday, 12:30 PM to 10:30 PM.")


async def _close_all_days(page: Page) -> None:
    for day in range(7):
        await page.locator(f"#id_hours-{day}-opens_at").fill("")
        await page.locator(f"#id_hours-{day}-closes_at").fill("")


async def _copy(page: Page, *days: str) -> None:
    """Monday's hours to these days, by the keyboard alone."""
    boxes = page.locator(".week-copy")
    for day in days:
        await boxes.get_by_label(day, exact=True).press("Space")
    await boxes.get_by_role("button", name="Copy").press("Enter")


def _bars(page: Page, day: int) -> Locator:
    return page.locator(f".week-day[data-day='{day}'] .week-bar")


def _stored_hours(row: Restaurant) -> list[str]:
    return [str(hours) for hours in row.hours.order_by("weekday", "opens_at")]


async def _drag(page: Page, day: int, start: float, end: float) -> None:
    """From one hour to another, on a line that shows thirty."""
    line = page.locator(f".week-day[data-day='{day}']")
    await line.scroll_into_view_if_needed()
    box = await line.bounding_box()
    assert box
    height = box["y"] + box["height"] / 2
    await page.mouse.move(box["x"] + box["width"] * start / 30, height)
    await page.mouse.down()
    await page.mouse.move(box["x"] + box["width"] * end / 30, height, steps=4)
    await page.mouse.up()
