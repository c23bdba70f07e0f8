"""A property on staff approval: Sam reads the answer first, then Alice sees it."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.async_api import Page, expect

from apps.conversations.models import Message
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.guest import guest, only
from tests.site import Site

INBOX = "/admin/approvals/"


@pytest.fixture
def careful(resort: Property) -> Property:
    resort.bot_mode = Property.BotMode.APPROVAL
    resort.save()
    return resort


async def test_alice_sees_the_answer_when_sam_has_sent_it(
    site: Site, careful: Property, sam: Client, page: Page
) -> None:
    await page.goto(site.url)
    await page.fill("#ask", "What does Ballo serve?")
    await page.keyboard.press("Enter")
    await expect(page.locator(".answer")).to_contain_text("looks over my answer first")
    assert "Italian" not in await page.locator(".answer").inner_text()
    await database_threads.run(
        _send, sam, "Ballo serves Italian food, and very well. [1]"
    )
    await expect(page.locator(".answer")).to_contain_text(
        "and very well", timeout=20_000
    )
    assert await page.locator(".answer .cite").count() == 1


def _send(sam: Client, text: str) -> None:
    page = sam.get(INBOX).content.decode()
    assert "What does Ballo serve?" in page
    assert "“Italian”" in page
    row = Message.objects.get(kind="waiting")
    sent = sam.post(f"{INBOX}{row.pk}/", {"text": text, "send": "1"}, follow=True)
    assert "Sent to the guest" in sent.content.decode()
    assert "No answers are waiting" in sent.content.decode()
    again = sam.post(f"{INBOX}{row.pk}/", {"text": text, "send": "1"}, follow=True)
    assert "Somebody else has already decided" in again.content.decode()


async def test_no_word_of_a_held_answer_reaches_a_guest(
    site: Site, careful: Property, sam: Client
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask("What does Ballo serve?")
        await database_threads.run(_refuse, sam)
    assert "Italian" not in str(events)
    assert only(events, "done")["kind"] == "waiting"


def _refuse(sam: Client) -> None:
    row = Message.objects.get(kind="waiting")
    sam.post(f"{INBOX}{row.pk}/", {"refuse": "1"})
    row.refresh_from_db()
    assert (row.kind, row.held) == ("notice", None)
    assert "I would rather not guess" in row.text


async def test_help_in_danger_waits_for_nobody(site: Site, careful: Property) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask("I want to kill myself")
    finished = only(events, "done")
    assert finished["kind"] == "care"
    assert "988" in finished["text"]
