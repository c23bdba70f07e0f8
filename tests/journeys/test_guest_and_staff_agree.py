"""Alice asks for something on her page, Sam decides in his queue, and she sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from playwright.async_api import Page, expect

from apps.conversations.models import Alert
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    WHO,
    dinner_at,
    room_at,
)
from tests.browser import ask
from tests.guest import Guest, guest
from tests.journeys.test_everybody_can_use_it import insist
from tests.site import Site

QUEUE = "/admin/requests/"
LAST_ANSWER = ".exchange:last-of-type .answer"
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("worker")]


@pytest.fixture
def host(sam: Client, sams_account: User, resort: Property) -> Client:
    sams_account.groups.add(Group.objects.get(name="host"))
    factories.assign(sams_account, resort)
    return sam


@pytest.fixture
def booked(resort: Property) -> list[Reservation]:
    """Alice's dinner and her room."""
    owner = factories.GuestFactory.create(property=resort)
    return [dinner_at(resort, guest=owner), room_at(resort, guest=owner)]


async def decide(host: Client, **form: str) -> None:
    """What Sam presses in his queue."""
    await database_threads.run(_decide, host, form)


def _decide(host: Client, form: dict[str, str]) -> None:
    request = Request.objects.get()
    shown = host.get(f"{QUEUE}?tab=approved" if "fulfil" in form.values() else QUEUE)
    assert str(request.pk) in shown.content.decode()
    values = {"version": str(request.version), **form}
    host.post(f"{QUEUE}{request.pk}/", values, follow=True)


async def say(alice: Guest, text: str) -> str:
    """What Alice reads after her words."""
    return str((await alice.ask(text))[-1]["text"])


async def news(alice: Guest) -> tuple[str, dict[str, Any]]:
    """What Alice is told without asking, and the card that comes with it."""
    events = await alice.until("done")
    [card] = next(each["items"] for each in events if each["type"] == "requests")
    return events[-1]["text"], card


async def test_a_dinner_is_cancelled(
    site: Site, host: Client, booked: list[Reservation]
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        assert "found your booking" in await say(alice, WHO)
        assert "Shall I send it?" in await say(alice, "Please cancel my dinner")
        assert "with the team now" in await say(alice, "Yes, cancel it")
        await decide(host, decision="approve")
        text, card = await news(alice)
        assert "The team has approved this" in text
        assert card["status"] == "approved"
        left = await say(alice, "What have I booked?")
        assert "Deluxe Room" in left
        assert "Ballo" not in left
        thread, secret = alice.thread, alice.secret
    async with guest(site) as alice:
        history = (await alice.hello(thread, secret))["messages"]
    assert [each["text"] for each in history].count(text) == 1
    statuses = [card["status"] for each in history for card in each["requests"]]
    assert set(statuses) == {"approved"}


async def test_an_offer_instead_of_a_late_checkout_is_taken(
    site: Site, host: Client, booked: list[Reservation], resort: Property
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await say(alice, WHO)
        assert "Shall I send it?" in await say(alice, "Can I check out at 3pm?")
        await say(alice, "yes please")
        await decide(host, decision="counter", until="13:00", reason="A group comes.")
        text, card = await news(alice)
        assert "“until 1:00 PM”" in text
        assert "A group comes." in text
        assert [each["action"] for each in card["actions"]] == ["accept", "refuse"]
        assert "Agreed: until 1:00 PM." in await say(alice, "ok, that works")
    request = await database_threads.run(Request.objects.get)
    assert (request.status, request.wish) == ("approved", {"until": "13:00"})
    room = await database_threads.run(Reservation.objects.get, kind="room")
    assert room.ends_at
    assert room.ends_at.astimezone(resort.zone).hour == 13


async def test_a_table_is_moved_to_the_time_that_is_offered(
    site: Site, page: Page, host: Client, booked: list[Reservation], resort: Property
) -> None:
    dinner = booked[0]
    await page.goto(site.url)
    await ask(page, WHO)
    await expect(page.locator(LAST_ANSWER)).to_contain_text("found your booking")
    await ask(page, "Move my dinner to 8pm")
    card = page.locator(".request").first
    await card.get_by_role("button", name="Yes, send it").click()
    await expect(card).to_contain_text("With the team")
    form = {"clock": "21:30", "party": "3", "reason": "Eight is full."}
    await decide(host, decision="counter", **form)
    answer = page.locator(LAST_ANSWER)
    await expect(answer).to_contain_text("9:30 PM, 3 people")
    await card.get_by_role("button", name="Accept the offer").click()
    await expect(card.locator(".request__status")).to_have_text("Approved")
    await database_threads.run(dinner.refresh_from_db)
    local = dinner.starts_at.astimezone(resort.zone)
    assert (local.hour, local.minute, dinner.party) == (21, 30, 3)
    await ask(page, "When is my dinner?")
    await expect(page.locator(LAST_ANSWER)).to_contain_text("9:30 PM")


async def test_towels_are_brought(
    site: Site, host: Client, booked: list[Reservation], worker: Path
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await say(alice, WHO)
        assert "Which room" in await say(alice, "We need more towels")
        await say(alice, "room 1204-B")
        await say(alice, "ok")
        await decide(host, decision="approve")
        assert "has approved" in (await news(alice))[0]
        await decide(host, decision="fulfil")
        text, card = await news(alice)
    assert "is done" in text
    assert card["status"] == "done"
    log = await database_threads.run(worker.read_text)
    assert "conversations.tell_decisions" in log
    assert "1204-B" not in log


async def test_the_card_on_the_page_follows_what_staff_decide(
    site: Site, page: Page, host: Client, booked: list[Reservation]
) -> None:
    await page.goto(site.url)
    await ask(page, WHO)
    await expect(page.locator(LAST_ANSWER)).to_contain_text("found your booking")
    await ask(page, "Please cancel my dinner")
    card = page.locator(".request").first
    await expect(card).to_contain_text("Not sent yet")
    await card.get_by_role("button", name="Yes, send it").click()
    await expect(card).to_contain_text("With the team")
    await expect(card.locator(".request__note")).to_contain_text("They answer")
    await decide(host, decision="approve")
    await expect(card.locator(".request__status")).to_have_text("Approved")
    answer = page.locator(LAST_ANSWER)
    await expect(answer).to_contain_text("The team has approved this")
    await page.reload()
    await expect(page.locator(".request__status").first).to_have_text("Approved")
    assert await page.get_by_text("The team has approved this").count() == 1


async def test_a_card_of_the_guest_before_can_do_nothing(
    site: Site, page: Page, booked: list[Reservation], resort: Property
) -> None:
    haddad = {"code": "DINE5570", "family_name": "Haddad", "what": "Tuscany"}
    await database_threads.run(lambda: dinner_at(resort, **haddad))
    await page.goto(site.url)
    await ask(page, WHO)
    await expect(page.locator(LAST_ANSWER)).to_contain_text("found your booking")
    await ask(page, "Please cancel my dinner")
    card = page.locator(".request").first
    await expect(card).to_contain_text("Not sent yet")
    await ask(page, "DINE5570 Haddad")
    await expect(page.locator(LAST_ANSWER)).to_contain_text("Tuscany")
    await card.get_by_role("button", name="Yes, send it").click()
    await expect(card.locator(".request__note")).to_contain_text("nothing has changed")
    await expect(card.get_by_role("button")).to_have_count(0)


FURTHER_WIDTHS = [
    pytest.param(width, marks=pytest.mark.nightly) for width in (1200, 320)
]


async def insist_at_the_end(page: Page) -> None:
    """Scrolled so far that the header covers no button of the first answer by half."""
    await page.evaluate(
        "scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })"
    )
    await insist(page)


@pytest.mark.parametrize("width", [390, *FURTHER_WIDTHS])
async def test_everybody_can_use_the_card(
    site: Site, page: Page, booked: list[Reservation], width: int
) -> None:
    await page.set_viewport_size({"width": width, "height": 800})
    await page.goto(site.url)
    await ask(page, WHO)
    await expect(page.locator(LAST_ANSWER)).to_contain_text("found your booking")
    await ask(page, "Please cancel my dinner")
    card = page.locator(".request").first
    send = card.get_by_role("button", name="Yes, send it")
    await expect(send).to_have_class("btn")
    await insist_at_the_end(page)
    await send.click()
    await expect(card).to_contain_text("With the team")
    await expect(card.get_by_role("button", name="Withdraw")).to_have_class("link")
    await insist_at_the_end(page)


async def test_a_guessed_code_is_locked_after_five(
    site: Site, resort: Property, booked: list[Reservation]
) -> None:
    async with guest(site, address="127.0.0.9") as mallory:
        await mallory.hello()
        for number in range(5):
            events = await mallory.ask(f"Alvarez, MS-4F7{number}")
        locked = events[-1]["text"]
        assert "cannot try any more codes" in locked
        assert (await mallory.ask(WHO))[-1]["text"] == locked
    async with guest(site, address="127.0.0.9") as alice:  # of the same hotel
        await alice.hello()
        assert "found your booking" in (await alice.ask(WHO))[-1]["text"]
    [alert] = await database_threads.run(list, Alert.objects.all())
    assert alert.kind == "codes"
    assert "MS-4F7" not in site.log.read_text()
