"""Sam uploads a table that is too large, and learns so in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from playwright.async_api import Page, expect

from apps.properties.models import Property
from tests.browser import Complaints, signed_in
from tests.site import Site

pytestmark = [pytest.mark.browser]
HEADER = "name,slug,source,as_of\n"


@pytest.fixture
def large_table(tmp_path: Path) -> Path:
    """Of eleven megabytes; the site takes ten at once, and a table of five."""
    table = tmp_path / "shows.csv"
    table.write_text(HEADER + "x" * 11 * 2**20)
    return table


async def open_form(page: Page, site: Site, sam: Client, resort: Property) -> None:
    """The form for tables, filled but for the file."""
    await page.context.add_cookies([signed_in(sam, site)])
    await page.goto(f"{site.url}/admin/import/")
    await page.select_option("[name=property]", str(resort.pk))
    await page.select_option("[name=category]", "shows")


async def test_a_table_that_is_too_large_is_not_sent(
    site: Site,
    resort: Property,
    sam: Client,
    page: Page,
    large_table: Path,
    complaints: Complaints,
) -> None:
    await open_form(page, site, sam, resort)
    await page.set_input_files("[name=file]", large_table)
    fault = page.get_by_role("alert").filter(has_text="at most 5 MB")
    await expect(fault).to_contain_text("shows.csv has 11 MB")
    await expect(page.locator("[name=category]")).to_have_value("shows")
    name = page.get_by_label("Choose file to upload")
    await expect(name).to_have_value("Choose file to upload")
    files = "document.querySelector('[name=file]').files.length"
    assert await page.evaluate(files) == 0
    small_table = large_table.with_name("small.csv")
    small_table.write_text(HEADER + "The Fab Faux,the-fab-faux,Sam,2026-11-22\n")
    await page.set_input_files("[name=file]", small_table)
    await expect(fault).to_have_count(0)
    await page.get_by_role("button", name="Preview").click()
    await expect(page.locator("body")).to_contain_text("The Fab Faux")
    complaints.clear()  # unfold asks for pictures that it does not bring


async def test_a_request_that_is_too_large_gets_a_page_in_words(
    site: Site,
    resort: Property,
    sam: Client,
    page: Page,
    large_table: Path,
    complaints: Complaints,
) -> None:
    """Without the script's own check, as from a page that was opened long ago."""
    await open_form(page, site, sam, resort)
    check = "document.querySelector('[name=file]').removeAttribute('data-most-bytes')"
    await page.evaluate(check)
    await page.set_input_files("[name=file]", large_table)
    await page.get_by_role("button", name="Preview").click()
    await expect(page.locator("h1")).to_have_text("This is too large.")
    await expect(page.locator("main")).to_contain_text("at most 10.0\xa0MB")
    await expect(page.locator("main")).to_contain_text("Nothing was changed")
    complaints.clear()  # the browser reports the refusal
    await page.get_by_role("link", name="Back to the form").click()
    await expect(page.get_by_role("button", name="Preview")).to_be_visible()
    complaints.clear()  # unfold asks for pictures that it does not bring
