"""A property on staff approval: Sam reads the answer first, then Alice sees it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import pytest_asyncio
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone
from playwright.async_api import Browser, Page, expect

from apps.conversations import tasks
from apps.conversations.models import Message
from apps.conversations.review import held_answers
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.accessibility import violations
from tests.browser import signed_in
from tests.guest import guest, only
from tests.site import Site

pytestmark = [pytest.mark.browser]
INBOX = "/admin/approvals/"
QUESTION = "What does Ballo serve?"
# Counts the tones that the page plays.
HEAR = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.tones += 1;
  return start.apply(this, when);
};
"""

DARK = "dark => document.documentElement.classList.toggle('dark', dark)"


@pytest.fixture
def careful(resort: Property) -> Property:
    resort.bot_mode = Property.BotMode.APPROVAL
    resort.save()
    return resort


@pytest_asyncio.fixture(loop_scope="session")
async def inbox(
    site: Site, careful: Property, sam: Client, chromium: Browser, page: Page
) -> AsyncIterator[Page]:
    """Sam's page of answers to approve, open and live, before anybody has asked."""
    context = await chromium.new_context(viewport={"width": 1200, "height": 900})
    await context.add_cookies([signed_in(sam, site)])
    opened = await context.new_page()
    await opened.add_init_script(HEAR)
    await opened.goto(f"{site.url}{INBOX}")
    await expect(opened.locator("html[data-live=yes]")).to_be_attached()
    yield opened
    await context.close()


async def ask(site: Site, page: Page) -> None:
    await page.goto(site.url)
    await page.fill("#ask", QUESTION)
    await page.keyboard.press("Enter")
    await expect(page.locator(".answer")).to_contain_text("looks over my answer first")


async def test_it_comes_to_sam_with_a_sound_and_goes_to_alice(
    site: Site, inbox: Page, page: Page
) -> None:
    await ask(site, page)
    assert "Italian" not in await page.locator(".answer").inner_text()
    await expect(inbox).to_have_title("(1) Answers to approve | Concierge")
    await expect(inbox.locator("#rq-status")).to_have_text("One more answer is here.")
    assert await inbox.evaluate("window.tones") == 1
    menu = inbox.locator(f"#nav-sidebar-apps a[href='{INBOX}']")
    await expect(menu).to_contain_text("1")
    card = inbox.locator(".rq")
    await expect(card).to_contain_text(QUESTION)
    await expect(card).to_contain_text("“Italian”")
    link = card.get_by_role("link", name="Read the conversation")
    thread = (await Message.objects.aget(kind="waiting")).conversation_id
    assert str(thread) in str(await link.get_attribute("href"))
    await card.get_by_label("Answer").fill(
        "Ballo serves Italian food, and very well. [1] It has no bar. [1]"
    )
    await card.get_by_role("button", name="Approve and send").click()
    await expect(inbox.locator("#rq-status")).to_have_text("Sent to the guest.")
    await expect(inbox.get_by_text("No answers are waiting")).to_be_visible()
    await expect(inbox).to_have_title("Answers to approve | Concierge")
    await expect(menu).not_to_contain_text("1")
    answer = page.locator(".answer")
    await expect(answer).to_contain_text("and very well")
    await expect(answer.locator(".cite")).to_have_count(1)


async def test_its_sound_can_be_switched_off_and_empty_words_are_not_sent(
    site: Site, inbox: Page
) -> None:
    await inbox.get_by_label("Sound").uncheck()
    await inbox.reload()
    await expect(inbox.get_by_label("Sound")).not_to_be_checked()
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask(QUESTION)
        card = inbox.locator(".rq")
        await expect(card).to_have_count(1)
        assert await inbox.evaluate("window.tones") == 0
        for scheme in ("light", "dark"):
            await inbox.evaluate(DARK, scheme == "dark")
            assert await violations(inbox, within="#content") == ""
        await card.get_by_label("Answer").fill("  ")
        await card.get_by_role("button", name="Approve and send").click()
        await expect(card.get_by_role("alert")).to_contain_text("nothing was sent")
    row = await Message.objects.aget(kind="waiting")
    assert "Italian" in str(row.held)


async def let_time_pass() -> None:
    """The period that the only held answer was given is over."""
    message = await Message.objects.exclude(held=None).aget()
    assert message.held is not None
    past = timezone.now() - timedelta(minutes=1)
    message.held[held_answers.EXPIRES_AT] = past.isoformat()
    await message.asave(update_fields=["held"])


async def test_it_promises_a_colleague_who_then_answers(
    site: Site, inbox: Page, page: Page, careful: Property
) -> None:
    await ask(site, page)
    await inbox.get_by_role("button", name="Do not send").click()
    await expect(inbox.locator("#rq-status")).to_contain_text("colleague will answer")
    card = inbox.locator(".rq")
    await expect(card).to_contain_text("A colleague was promised")
    await expect(card.get_by_label("Answer")).to_have_value("")
    answer = page.locator(".answer")
    await expect(answer).to_contain_text("A colleague at")
    await let_time_pass()
    assert await database_threads.run(tasks.expire_held_answers) == 0
    await card.get_by_label("Answer").fill("I know the cook: he is Italian.")
    await card.get_by_role("button", name="Send").click()
    await expect(card).to_have_count(0)
    await expect(answer).to_contain_text("I know the cook")


async def test_an_answer_that_expired_stays_to_be_read(
    site: Site, inbox: Page, page: Page
) -> None:
    await ask(site, page)
    await expect(inbox.locator(".rq")).to_have_count(1)
    await let_time_pass()
    assert await database_threads.run(tasks.expire_held_answers) == 1
    await expect(page.locator(".answer")).to_contain_text("sorry to have kept you")
    await expect(inbox.locator(".rq")).to_have_count(0)
    expired = inbox.locator("[data-expired]")
    await expect(expired).to_contain_text(QUESTION)
    await expired.get_by_role("link").click()
    decision = inbox.locator("[data-decision]")
    await expect(decision).to_contain_text("Expired: nobody decided in time")


async def test_two_who_decide_at_once_are_told(
    site: Site, inbox: Page, careful: Property
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask(QUESTION)
    card = inbox.locator(".rq")
    field = card.get_by_label("Answer")
    await field.fill("Ballo is Italian, and I know the cook.")
    send = card.get_by_role("button", name="Approve and send")
    await expect(send).to_be_visible()
    await database_threads.run(_send_as_nora, careful)
    await expect(card).to_contain_text("Somebody has moved this on")
    await expect(send).to_be_hidden()
    await expect(card.get_by_role("button", name="Do not send")).to_be_hidden()
    # Whose page has not heard of it yet is told.
    await card.locator("[name=send]").dispatch_event("click")
    await expect(card.get_by_role("alert")).to_contain_text(
        "nora has already sent an answer"
    )
    await expect(field).to_have_value("Ballo is Italian, and I know the cook.")
    sent = await Message.objects.aget(role="concierge")
    assert sent.text == "Ballo is Italian."


def _send_as_nora(place: Property) -> None:
    nora: User = factories.StaffFactory.create(username="nora")
    nora.user_permissions.add(Permission.objects.get(codename="change_message"))
    factories.assign(nora, place)
    client = Client()
    client.force_login(nora)
    row = Message.objects.get(kind="waiting")
    form = {"text": "Ballo is Italian.", "send": "1"}
    client.post(f"{INBOX}{row.pk}/", form)


async def test_no_word_of_a_held_answer_reaches_a_guest(
    site: Site, careful: Property
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask(QUESTION)
    assert "Italian" not in str(events)
    assert only(events, "done")["kind"] == "waiting"


async def test_a_reply_that_finds_nothing_waits_too(
    site: Site, careful: Property
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask("Do you have a bowling alley?")
    assert only(events, "done")["kind"] == "waiting"
    row = await Message.objects.aget(kind="waiting")
    assert row.held
    assert row.held["text"] not in str(events)
    assert row.held["kind"] == "notice"
    # Sent as it is, it stays a question that the records do not answer.
    assert await database_threads.run(held_answers.approve, row, row.held["text"])
    await row.arefresh_from_db()
    assert (row.kind, row.held) == ("notice", None)


async def test_help_in_danger_waits_for_nobody(site: Site, careful: Property) -> None:
    async with guest(site) as alice:
        await alice.hello()
        finished = only(await alice.ask("I want to kill myself"), "done")
        assert finished["kind"] == "care"
        assert "988" in finished["text"]
        afterwards = only(await alice.ask(QUESTION), "done")
    assert "988" in afterwards["text"]
    assert afterwards["kind"] == "answer"
