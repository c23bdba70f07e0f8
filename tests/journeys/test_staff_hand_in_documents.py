"""Sam drops three documents into the admin; Alice asks and sees the marked page."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from django.test import Client
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, expect

from apps.documents.models import Document
from apps.properties.models import Property
from tests import document_files
from tests.browser import Complaints, ask, signed_in
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("worker")]
SECONDS = 60_000
CHOOSER = "#doc-panel input[type=file]"
SPA: list[list[document_files.Line]] = [
    [("Spa menu", 24), ("Massages", 16), ("A Swedish massage costs $165.", 11)],
    [
        ("Couples rooms", 16),
        ("The couples room has a private whirlpool and a fireplace.", 11),
    ],
]
KAYAKS = "<h1>Kayaks</h1><p>Kayaks are rented for $35 an hour.</p>"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    contents = {
        "spa-menu.pdf": document_files.pdf(SPA),
        "event-policy.docx": document_files.word(
            [("Event policy", 1), ("Amplified music has to end at 11 PM.", 0)]
        ),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    return [tmp_path / name for name in contents]


async def drop(page: Page, name: str, text: str) -> None:
    """Lets go of a file over the panel."""
    make = """([name, text]) => {
        const held = new DataTransfer();
        held.items.add(new File([text], name));
        return held;
    }"""
    held = await page.evaluate_handle(make, [name, text])
    await page.dispatch_event(".doc-drop", "drop", {"dataTransfer": held})


async def hand_in(page: Page, site: Site, files: list[Path]) -> None:
    """Two files are chosen, and a third one is dropped; all become live."""
    await page.goto(f"{site.url}/admin/documents/document/")
    await page.set_input_files(CHOOSER, files)
    await drop(page, "kayaks.html", KAYAKS)
    good_files = page.locator(".doc-file.is-good")
    await expect(good_files).to_have_count(3, timeout=SECONDS)
    await expect(page.locator(".doc-files")).to_contain_text("It is live")
    toasts = page.locator(".doc-toast", has_text="spa-menu.pdf")
    await expect(toasts.last).to_contain_text("It is live")


async def insist_on_refusal(page: Page, file: Path) -> None:
    """Of a file that has been handed in already."""
    await page.set_input_files(CHOOSER, file)
    refusal = page.locator(".doc-file.is-bad")
    await expect(refusal).to_contain_text("here already, as “Spa menu” (live)")


async def open_source(page: Page) -> Page:
    """Asks what the second page of the spa menu answers, and opens that page."""
    await ask(page, "Does the couples room have a whirlpool?")
    await expect(page.locator(".answer .prose")).to_contain_text("private whirlpool")
    await page.locator(".answer .cite").first.click()
    source = page.locator(".source:visible")
    await expect(source.locator("p").first).to_have_text("Spa menu")
    where = source.locator("figcaption")
    await expect(where).to_have_text("page 2, Couples rooms")
    async with page.context.expect_page() as opened:
        await source.get_by_role("link").click()
    return await opened.value


async def insist_on_marked_sentence(viewer: Page) -> None:
    """On the picture of the page and in its text, on a phone's screen."""
    await expect(viewer.locator("h1")).to_have_text("Spa menu")
    await expect(viewer.locator(".document__head")).to_contain_text("Page 2 of 2")
    mark = viewer.locator(".document__mark")
    await expect(mark).to_be_in_viewport(ratio=1)
    for place in (".document__quote mark", ".document__text mark"):
        await expect(viewer.locator(place)).to_contain_text("private whirlpool")
    await expect(viewer.locator(".document__quote")).to_be_in_viewport(ratio=1)
    box = await viewer.locator(".document__sheet").bounding_box()
    assert box is not None
    assert box["width"] <= 390
    scroll = "document.documentElement.scrollWidth"
    assert await viewer.evaluate(scroll) <= 390


async def test_three_documents_are_handed_in_asked_about_and_shown(
    site: Site,
    resort: Property,
    sam: Client,
    page: Page,
    files: list[Path],
    complaints: Complaints,
) -> None:
    await page.context.add_cookies([signed_in(sam, site)])
    await hand_in(page, site, files)
    assert not [own for own in complaints if "Cannot read" in own]
    complaints.clear()  # unfold asks for pictures that it does not bring
    await insist_on_refusal(page, files[0])
    complaints.clear()  # the browser reports the refusal
    await page.context.clear_cookies()

    await page.goto(site.url)
    viewer = await open_source(page)
    await insist_on_marked_sentence(viewer)
    back = viewer.get_by_role("link", name="Back to the concierge")
    async with viewer.expect_event("close"):
        # The tab may be gone before the browser has reported the click.
        with contextlib.suppress(PlaywrightError):
            await back.click()

    await ask(page, "How much is a kayak rental?")
    await expect(page.locator(".answer .prose").nth(1)).to_contain_text("$35")
    document = await Document.objects.aget(kind="html")
    await page.goto(
        f"{site.url}/mohegan-sun/documents/{document.public_id}/?sentence=1"
    )
    await expect(page.locator("mark")).to_have_text(
        "Kayaks are rented for $35 an hour."
    )
