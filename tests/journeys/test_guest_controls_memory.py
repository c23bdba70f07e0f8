"""A guest sees what is remembered of him, deletes it, and decides on the next time."""

from __future__ import annotations

import json
import re
from uuid import uuid4
from zipfile import ZipFile

import pytest
import pytest_asyncio
from django.utils import timezone
from playwright.async_api import Page, WebSocketRoute, expect

from apps.conversations.models import Conversation
from apps.guests.models import Consent, Guest, GuestFact
from apps.infrastructure import database_threads
from tests.browser import ask
from tests.journeys.test_everybody_can_use_it import insist
from tests.site import Site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.usefixtures("resort"),
]
MENU = "[popovertarget=menu]"
QUOTE = "I'm vegetarian"
# Whether the button can be seen whole.
IS_ABOVE_FIELD = """
document.querySelector(".consent .btn").getBoundingClientRect().bottom
    <= document.querySelector(".composer").getBoundingClientRect().top
"""
MARKUP = "<img src=x onerror=alert(1)> there are four of us"


def tell() -> None:
    """As if the guest of the only conversation had said so."""
    talk = Conversation.objects.get()
    guest = Guest.objects.create(property=talk.property)
    for key, value in {"dietary_needs": ["vegetarian"], "party_size": 4}.items():
        GuestFact.objects.create(
            guest=guest,
            key=key,
            value=value,
            quote=QUOTE if key == "dietary_needs" else MARKUP,
            turn_id=uuid4(),
            language="en",
            confidence=0.9,
            collected_at=timezone.now(),
        )
    Conversation.objects.update(guest=guest)


@pytest_asyncio.fixture(loop_scope="session")
async def with_facts(site: Site, page: Page) -> Page:
    await page.goto(site.url)
    await ask(page, "Is parking free?")
    await expect(page.locator(".answer .prose")).to_contain_text("free")
    await database_threads.run(tell)
    return page


async def open_panel(page: Page) -> None:
    await page.click(MENU)
    await page.click("#remembered")
    await expect(page.locator("#memory-body")).to_have_attribute("aria-busy", "false")


async def begin_anew(page: Page) -> None:
    await page.click(MENU)
    await page.get_by_role("button", name="New conversation").click()
    await ask(page, "Is parking free?")
    await expect(page.locator(".answer .prose")).to_contain_text("free")


async def test_each_fact_has_its_source_and_a_bin(with_facts: Page) -> None:
    await open_panel(with_facts)
    panel = with_facts.locator("#memory")
    await expect(panel.locator("li").first).to_contain_text("vegetarian")
    await expect(panel.locator("blockquote").first).to_have_text(QUOTE)
    await expect(panel.locator("blockquote").last).to_have_text(MARKUP)
    await expect(panel.locator("img")).to_have_count(0)
    await panel.get_by_role("button", name="Forget: Food: vegetarian").click()
    await expect(panel.locator("li")).to_have_count(1)
    await expect(panel.get_by_role("status")).to_contain_text("Food: vegetarian")
    await expect(panel.locator("#memory-title")).to_be_focused()
    everything = panel.get_by_role("button", name="Forget everything")
    await everything.click()
    await panel.get_by_role("button", name="Erase it for good?").click()
    await expect(panel).to_contain_text("I remember nothing about you.")
    assert not await GuestFact.objects.aexists()


async def test_it_says_that_the_panel_could_not_be_fetched(
    site: Site, page: Page
) -> None:
    script = re.compile(r"/js/memory[.\w]*\.js")
    await page.route(script, lambda route: route.abort("internetdisconnected"))
    await page.goto(site.url)
    await page.click(MENU)
    await page.click("#remembered")
    panel = page.locator("#memory")
    await expect(panel.get_by_role("status")).to_contain_text("There is no connection")
    await panel.get_by_role("button", name="Close").click()
    await expect(panel).to_be_hidden()
    await page.unroute(script)
    await open_panel(page)
    await expect(panel).to_contain_text("I remember nothing about you.")
    await expect(panel.get_by_role("status")).to_be_empty()


async def test_a_new_conversation_knows_nothing_without_consent(
    with_facts: Page,
) -> None:
    await begin_anew(with_facts)
    await open_panel(with_facts)
    await expect(with_facts.locator("#memory")).to_contain_text("I remember nothing")
    assert await with_facts.evaluate("localStorage.length") == 0


async def test_a_new_conversation_knows_the_guest_who_agreed(with_facts: Page) -> None:
    await open_panel(with_facts)
    keep = with_facts.get_by_role(
        "switch", name="Remember me on this device for next time?"
    )
    await expect(keep).to_have_attribute("aria-checked", "false")
    await keep.click()
    await expect(keep).to_have_attribute("aria-checked", "true")
    await with_facts.keyboard.press("Escape")
    await expect(with_facts.locator("#memory")).to_be_hidden()
    await with_facts.reload()
    await begin_anew(with_facts)
    await open_panel(with_facts)
    await expect(with_facts.locator("#memory li")).to_have_count(2)
    await keep.click()
    await expect(keep).to_have_attribute("aria-checked", "false")
    assert await with_facts.evaluate("localStorage.length") == 0
    assert await Consent.objects.acount() == 2


async def test_the_page_asks_once_and_kindly_after_the_first_fact(
    site: Site, page: Page
) -> None:
    await page.set_viewport_size({"width": 390, "height": 700})
    await page.goto(site.url)
    await ask(page, "I'm vegetarian. Is parking free?")
    noted = page.locator(".remembered")
    await expect(noted).to_contain_text("I will remember: Food: vegetarian")
    await expect(page.locator(".tools")).to_be_visible()
    assert await page.evaluate(IS_ABOVE_FIELD)
    await page.set_viewport_size({"width": 320, "height": 720})
    await insist(page)
    await noted.get_by_role("button", name="Yes, remember me").click()
    await expect(noted).to_contain_text("I will recognize you next time")
    await page.reload()
    await expect(page.locator(".answer .prose")).to_contain_text("free")
    await expect(page.locator(".consent")).to_have_count(0)
    await begin_anew(page)
    await open_panel(page)
    await expect(page.locator("#memory blockquote")).to_contain_text("vegetarian")


async def test_who_refuses_is_asked_in_no_other_conversation(
    site: Site, page: Page
) -> None:
    await page.goto(site.url)
    await ask(page, "we're coming dec 18 to 20, I'm vegetarian")
    noted = page.locator(".remembered")
    await noted.get_by_role("button", name="No, thanks").click()
    await expect(noted).to_contain_text("I will not.")
    await page.click(MENU)
    await page.get_by_role("button", name="New conversation").click()
    await page.reload()
    await ask(page, "I'm vegan and there are four of us")
    await expect(noted).to_contain_text("I will remember")
    await expect(page.locator(".consent")).to_have_count(0)


async def test_it_promises_nothing_before_the_server_has_noted_it(
    site: Site, page: Page
) -> None:
    def lose_agreements(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(
            lambda frame: None if "agree" in str(frame) else server.send(frame)
        )

    await page.route_web_socket("**/ws/**", lose_agreements)
    await page.goto(site.url)
    await ask(page, "I'm vegetarian. Is parking free?")
    noted = page.locator(".remembered")
    await noted.get_by_role("button", name="Yes, remember me").click()
    await open_panel(page)
    await expect(noted).not_to_contain_text("I will recognize you next time")


async def test_the_panel_says_why_nothing_happens(site: Site, page: Page) -> None:
    """The server refuses the first command; at the second, the connection ends."""
    pressed: list[str] = []

    def answer(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        async def send(frame: str | bytes) -> None:
            if '"type":"memory"' not in str(frame):
                return server.send(frame)
            pressed.append(str(frame))
            if len(pressed) == 1:
                event = {"type": "memory_refused", "message": "Press again later"}
                return route.send(json.dumps(event))
            return await route.close()

        route.on_message(send)

    await page.route_web_socket("**/ws/**", answer)
    await page.goto(site.url)
    await ask(page, "I'm vegetarian. Is parking free?")
    noted = page.locator(".remembered")
    await noted.get_by_role("button", name="Yes, remember me").click()
    await expect(noted.get_by_role("status")).to_have_text("Press again later")
    await open_panel(page)
    status = page.locator("#memory-status")
    await expect(status).to_contain_text("There is no connection right now")


async def test_a_guest_takes_his_data_along(with_facts: Page) -> None:
    await open_panel(with_facts)
    async with with_facts.expect_download() as begun:
        await with_facts.get_by_role("button", name="Download it as a file").click()
    download = await begun.value
    assert download.suggested_filename == "memory.zip"
    with ZipFile(await download.path()) as archive:
        stored = json.loads(archive.read("guest.json"))
        names = archive.namelist()
    assert QUOTE in {fact["quote"] for fact in stored["facts"]}
    assert any(name.startswith("conversations/") for name in names)


async def test_the_page_says_what_becomes_of_the_memory(with_facts: Page) -> None:
    await with_facts.click(MENU)
    await with_facts.locator("#forget").click()
    await with_facts.locator("#forget").click()
    announced = with_facts.locator("#announced-answer")
    await expect(announced).to_contain_text(
        "and with it what you told me about yourself"
    )


async def test_the_panel_suits_everybody(with_facts: Page, site: Site) -> None:
    await with_facts.set_viewport_size({"width": 320, "height": 720})
    for language in ("en", "es", "fr"):
        await with_facts.goto(f"{site.url}/?lang={language}")
        # Its script is at work then.
        await expect(with_facts.locator(".answer .prose")).to_contain_text("free")
        await with_facts.click(MENU)
        await with_facts.locator("#remembered").click()
        await expect(with_facts.locator("#memory li")).to_have_count(2)
        await insist(with_facts)
