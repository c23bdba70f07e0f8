"""Sam says what matters in a picture by pressing it."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from PIL import Image
from playwright.async_api import Page, expect

from apps.catalog.models import Restaurant
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.browser import Complaints, signed_in
from tests.site import Site

pytestmark = [pytest.mark.browser]


def give_picture(row: Restaurant) -> None:
    content = BytesIO()
    Image.new("RGB", (600, 400), "#7a3b2e").save(content, "PNG")
    row.picture_alt = "A red room"
    row.picture.save("red-room.png", ContentFile(content.getvalue()))


async def test_the_point_is_pressed_and_stored(
    site: Site, resort: Property, sam: Client, page: Page, complaints: Complaints
) -> None:
    row = await Restaurant.objects.aget(name__startswith="Ballo")
    await database_threads.run(give_picture, row)
    await page.set_viewport_size({"width": 1200, "height": 900})
    await page.context.add_cookies([signed_in(sam, site)])
    await page.goto(f"{site.url}/admin/catalog/restaurant/{row.pk}/change/")
    await page.get_by_role("button", name="Picture", exact=True).click()
    picture = page.locator("[data-picture-focus] img")
    box = await picture.bounding_box()
    assert box is not None
    await picture.click(position={"x": box["width"] / 4, "y": box["height"] / 2})
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_text("was changed successfully")).to_be_visible()
    await row.arefresh_from_db()
    assert row.picture_focus_x == pytest.approx(0.25, abs=0.01)
    assert row.picture_focus_y == pytest.approx(0.5, abs=0.01)
    complaints.clear()  # unfold asks for pictures that it does not bring
