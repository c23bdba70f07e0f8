"""An old phone, a slow network, a long evening, a browser without scripts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import uuid4

import pytest
import pytest_asyncio
from django.utils import timezone
from playwright.async_api import Browser, Page, expect

from apps.conversations import thread_secrets
from apps.conversations.models import Conversation, Message, Turn
from apps.properties.models import Property
from benchmarks.guest_page.performance import NETWORKS, WATCH_LAYOUT_SHIFT
from tests.browser import ask
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SECRET = "of-a-long-evening" * 2


async def test_it_works_on_a_slow_network_and_nothing_jumps(
    site: Site, resort: Property, page: Page
) -> None:
    tools = await page.context.new_cdp_session(page)
    slow = {"offline": False, **NETWORKS["slow_network"]}
    await tools.send("Network.emulateNetworkConditions", slow)
    await page.add_init_script(WATCH_LAYOUT_SHIFT)
    async with page.expect_websocket():
        await page.goto(site.url)
    await page.evaluate("window.layoutShift = 0")
    await ask(page, "What is the dress code at Ballo?")
    await expect(page.locator(".answer .prose")).to_contain_text("smart casual")
    await expect(page.locator(".card")).to_be_visible()
    assert await page.evaluate("window.layoutShift") < 0.01


@pytest_asyncio.fixture(loop_scope="session")
async def old(chromium: Browser) -> AsyncIterator[Page]:
    context = await chromium.new_context(java_script_enabled=False)
    yield await context.new_page()
    await context.close()


@pytest.mark.asyncio(loop_scope="session")
async def test_a_form_answers_without_a_script(
    site: Site, resort: Property, old: Page
) -> None:
    await old.goto(site.url)
    await old.fill("#ask", "What is the dress code at Ballo?")
    await old.click("#send")
    await expect(old.locator(".answer .prose")).to_contain_text("smart casual")
    await expect(old.locator(".answer .prose")).to_have_attribute("lang", "en")
    await expect(old.locator(".asked")).to_contain_text("dress code")
    await old.get_by_role("button", name="Talk to a person").click()
    person = old.get_by_role("group", name="Talk to a person")
    await expect(person.get_by_role("link", name="1-888-226-7711")).to_be_visible()


@pytest.fixture
def long_evening(resort: Property) -> Conversation:
    """Forty-five questions, a minute apart."""
    secret_hash = thread_secrets.digest(SECRET)
    talk: Conversation = Conversation.objects.create(
        property=resort, secret_hash=secret_hash
    )
    begun = timezone.now() - timedelta(hours=1)
    for number in range(45):
        turn = Turn.objects.create(
            conversation=talk, client_id=uuid4(), status=Turn.Status.DONE
        )
        for role in ("guest", "concierge"):
            row = Message.objects.create(
                conversation=talk, turn=turn, role=role, text=f"Number {number}."
            )
            at = begun + timedelta(minutes=number)
            Message.objects.filter(pk=row.pk).update(created_at=at)
    return talk


async def test_a_long_evening_stays_light_and_is_there_when_asked_for(
    site: Site, long_evening: Conversation, page: Page
) -> None:
    for name, value in (("thread", long_evening.pk), ("secret", SECRET)):
        key = f"concierge:mohegan-sun:{name}"
        await page.add_init_script(f"sessionStorage.setItem('{key}', '{value}')")
    await page.goto(site.url)
    questions = page.locator(".asked p")
    await expect(questions).to_have_count(40)
    await expect(questions.first).to_contain_text("Number 5.")
    await expect(questions.last).to_contain_text("Number 44.")
    await ask(page, "What is the dress code at Ballo?")
    words = page.locator(".exchange:last-of-type .prose")
    await expect(words).to_contain_text("smart casual")
    await expect(questions).to_have_count(40)
    await expect(questions.first).to_contain_text("Number 6.")
    await page.get_by_role("button", name="Earlier questions").click()
    await expect(questions).to_have_count(46)
    await expect(questions.first).to_contain_text("Number 0.")
    await expect(questions.last).to_contain_text("dress code")
