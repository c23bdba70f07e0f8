"""Sam hands in the table that the desk gave out, deletes a row, and has it back."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from playwright.async_api import Page, expect

from apps.catalog.models import Restaurant
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.browser import Complaints, signed_in
from tests.site import Site

pytestmark = pytest.mark.browser


async def _export(page: Page, folder: Path) -> Path:
    line = page.get_by_role("listitem").filter(has_text="Restaurants:")
    async with page.expect_download() as download:
        await line.get_by_role("button", name="CSV").click()
    table = folder / "restaurants.csv"
    await (await download.value).save_as(table)
    return table


async def test_nothing_is_changed_or_lost(
    site: Site,
    resort: Property,
    admin_client: Client,
    page: Page,
    tmp_path: Path,
    complaints: Complaints,
) -> None:
    row = await database_threads.run(Restaurant.objects.get)
    await page.context.add_cookies([signed_in(admin_client, site)])
    await page.goto(f"{site.url}/admin/import/")
    table = await _export(page, tmp_path)
    await page.select_option("form[method=post] [name=property]", str(resort.pk))
    await page.select_option("[name=category]", "restaurants")
    await page.set_input_files("[name=file]", table)
    await page.get_by_role("button", name="Preview").click()
    await expect(page.locator("tbody tr")).to_contain_text("same")
    await page.goto(f"{site.url}/admin/catalog/restaurant/{row.pk}/delete/")
    await expect(page.locator("body")).to_contain_text("It can be undone")
    await page.locator("form:has([name=post]) [type=submit]").click()
    await page.goto(f"{site.url}/admin/history/{row.pk}/")
    await expect(page.locator("body")).to_contain_text("The row was deleted.")
    await page.get_by_role("button", name="Restore this version").first.click()
    await page.wait_for_url("**/change/**")
    await page.goto(f"{site.url}/admin/history/{row.pk}/")
    await expect(page.locator("body")).to_contain_text("Restored by admin")
    stored = await database_threads.run(Restaurant.objects.get)
    assert (stored.pk, stored.dress_code) == (row.pk, row.dress_code)
    complaints.clear()  # unfold asks for pictures that it does not bring
