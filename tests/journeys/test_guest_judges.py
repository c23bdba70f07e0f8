"""Alice judges an answer, sees it at a glance, and has the chat forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import pytest_asyncio
from django.db import connection
from playwright.async_api import Page, expect

from apps.conversations import erasure
from apps.conversations.models import Conversation, Feedback
from apps.infrastructure import database_threads
from tests.browser import Complaints, ask
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("resort")]
QUESTION = "What is the dress code at Ballo?"


@pytest_asyncio.fixture(loop_scope="session")
async def answered(site: Site, page: Page) -> Page:
    await page.goto(site.url)
    await page.fill("#ask", QUESTION)
    await page.press("#ask", "Enter")
    await expect(page.locator(".answer .prose")).to_contain_text("smart casual")
    await expect(page.locator(".answer .tools")).to_be_visible()  # it is finished
    return page


async def test_it_shows_the_row_at_a_glance(answered: Page) -> None:
    card = answered.locator(".card")
    await expect(card.locator("h2")).to_have_text("Ballo Italian Restaurant")
    await expect(card).to_contain_text("Smart casual")
    await answered.reload()
    await expect(answered.locator(".card h2")).to_have_count(1)


async def test_a_bad_answer_is_told_with_its_reason(answered: Page) -> None:
    bad = answered.get_by_role("button", name="Bad answer")
    await bad.click()
    await answered.get_by_role("button", name="Not now").click()
    await expect(answered.locator(".feedback")).to_have_count(0)
    await expect(bad).to_be_focused()
    await bad.click()
    await answered.get_by_text("It is outdated").click()
    await answered.locator(".feedback textarea").fill("Ask 860-555-0142")
    await answered.get_by_role("button", name="Tell the team").click()
    await expect(answered.locator(".feedback")).to_contain_text("Thank you")
    await answered.wait_for_timeout(800)  # on its way over the socket
    feedback = await Feedback.objects.aget()
    assert (feedback.rating, feedback.reason) == (1, "outdated")
    assert "860-555" not in feedback.comment
    await answered.reload()
    await expect(bad).to_have_attribute("aria-pressed", "true")
    await answered.get_by_role("button", name="Good answer").click()
    await expect(bad).to_have_attribute("aria-pressed", "false")
    await answered.wait_for_timeout(800)
    assert (await Feedback.objects.aget()).rating == 5


async def test_the_thumbs_say_what_they_ask(answered: Page) -> None:
    thumbs = answered.get_by_role("group", name="Was this right?")
    await expect(thumbs).to_contain_text("Was this right?")
    await expect(thumbs.get_by_role("button")).to_have_count(2)


async def test_the_question_that_is_changed_is_seen(answered: Page) -> None:
    await ask(answered, "Is parking free?")
    await expect(answered.locator(".answer .tools")).to_have_count(2)
    changing = answered.locator(".exchange--changing")
    await answered.locator(".asked .icon-btn").first.click()
    await expect(changing.locator(".asked")).to_contain_text(QUESTION)
    note = answered.locator("#editing")
    await expect(note).to_contain_text(f"“{QUESTION}”")
    await expect(note).to_contain_text("as a new question")
    await note.get_by_role("button", name="Cancel").click()
    await expect(changing).to_have_count(0)


async def test_the_menu_has_an_edge_all_around(answered: Page) -> None:
    await answered.click("[popovertarget=menu]")
    for side in ("top", "right", "bottom", "left"):
        await expect(answered.locator("#menu")).to_have_css(
            f"border-{side}-width", "1px"
        )


async def test_a_chat_is_forgotten_for_good(answered: Page) -> None:
    thread = str((await Conversation.objects.aget()).pk)
    forget = answered.locator("#forget")
    await answered.fill("#ask", "my knee hurts, is there a")
    await answered.click("[popovertarget=menu]")
    await forget.click()
    await expect(forget).to_have_text("Erase it for good?")
    await forget.click()
    await expect(answered.locator("#hello-title")).to_be_visible()
    note = answered.locator(".inline-note", has_text="This chat is erased.")
    await expect(note).to_be_visible()
    await expect(answered.locator("#ask")).to_have_value("")
    assert not await Conversation.objects.aexists()
    assert await database_threads.run(_remembered, thread) == 0
    await answered.reload()
    await expect(answered.locator("#hello-title")).to_be_visible()
    await expect(answered.locator("#ask")).to_have_value("")


async def test_a_tab_shows_that_its_chat_was_erased_elsewhere(answered: Page) -> None:
    await erasure.forget(await Conversation.objects.aget())
    await ask(answered, "Is parking free?")
    await expect(answered.locator("#signal")).to_have_text("This chat is erased.")
    await expect(answered.locator(".exchange")).to_have_count(1)
    await expect(answered.locator(".exchange")).to_contain_text("parking is free")
    await ask(answered, "Is parking free?")
    await expect(answered.locator("#signal")).to_be_empty()


async def test_a_chat_erased_while_the_tab_was_away_is_shown_no_longer(
    answered: Page,
) -> None:
    await _offline(answered, is_away=True)
    await erasure.forget(await Conversation.objects.aget())
    await _offline(answered, is_away=False)
    note = answered.locator(".inline-note", has_text="This chat is erased.")
    await expect(note).to_be_visible()
    await expect(answered.locator(".exchange")).to_have_count(0)


async def test_what_is_said_without_a_signal_is_told_when_it_is_back(
    answered: Page, complaints: Complaints
) -> None:
    await _offline(answered, is_away=True)
    await answered.get_by_role("button", name="Good answer").click()
    await _offline(answered, is_away=False)
    feedback = await _becomes(Feedback.objects.acount, 1)
    assert feedback
    await _offline(answered, is_away=True)
    await answered.click("[popovertarget=menu]")
    for _ in range(2):
        await answered.click("#forget")
    assert await Conversation.objects.aexists()
    await _offline(answered, is_away=False)
    await expect(answered.locator("#hello-title")).to_be_visible()
    note = answered.locator(".inline-note", has_text="This chat is erased.")
    await expect(note).to_be_visible()
    assert not await Conversation.objects.aexists()
    complaints.clear()  # the browser says what the test has done


async def _offline(page: Page, *, is_away: bool) -> None:
    await page.context.set_offline(offline=is_away)
    if is_away:
        await page.evaluate("dispatchEvent(new Event('offline'))")


async def _becomes(count: Callable[[], Awaitable[int]], expected: int) -> bool:
    for _ in range(50):
        if await count() == expected:
            return True
        await asyncio.sleep(0.1)
    return False


def _remembered(thread: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from langgraph.checkpoints where thread_id = %s", [thread]
        )
        return int(cursor.fetchone()[0])
