"""Actions of a request's card: over the socket, and as a form without a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests.apps.conversations.bookings.sample_bookings import WHO, dinner_at
from tests.guest import Guest, guest, only
from tests.site import Site

pytestmark = pytest.mark.usefixtures("resort")


@pytest.fixture
def dinner(resort: Property) -> Reservation:
    return dinner_at(resort)


async def proposed(alice: Guest) -> dict[str, Any]:
    """The card of a cancellation that Alice has been asked about."""
    await alice.hello()
    await alice.ask(WHO)
    events = await alice.ask("Cancel my dinner")
    [card] = only(events, "requests")["items"]
    return dict(card)


async def press(alice: Guest, card: dict[str, Any], action: str) -> dict[str, Any]:
    """The event with words, which is for the tab that pressed."""
    await alice.say(
        type="request", id=card["id"], action=action, version=card["version"]
    )
    while True:
        event = (await alice.until("request"))[-1]
        if event["text"]:
            return event


@pytest.mark.usefixtures("dinner")
async def test_a_press_sends_it_and_a_second_one_is_told_so(site: Site) -> None:
    async with guest(site) as alice:
        card = await proposed(alice)
        assert [each["action"] for each in card["actions"]] == [
            "confirm",
            "change",
            "withdraw",
        ]
        sent = await press(alice, card, "confirm")
        assert sent["request"]["status"] == "waiting"
        assert "They answer" in sent["text"]
        stale = await press(alice, card, "withdraw")
    assert "changed in the meantime" in stale["text"]
    assert stale["request"]["status"] == "waiting"
    request = await database_threads.run(Request.objects.get)
    assert request.status == "waiting"


@pytest.mark.usefixtures("dinner")
async def test_every_tab_draws_the_card_again(site: Site) -> None:
    async with guest(site) as alice, guest(site) as other_tab:
        card = await proposed(alice)
        await other_tab.hello(alice.thread, alice.secret)
        await press(alice, card, "withdraw")
        event = (await other_tab.until("request"))[-1]
    assert (event["request"]["status"], event["request"]["actions"]) == (
        "withdrawn",
        [],
    )


@pytest.mark.usefixtures("dinner")
async def test_nobody_presses_for_somebody_else(site: Site) -> None:
    async with guest(site) as alice, guest(site) as mallory:
        card = await proposed(alice)
        await mallory.hello()
        await mallory.ask("Hello")
        event = await press(mallory, card, "confirm")
    assert event["request"] is None
    assert "nothing has changed" in event["text"]
    assert (await database_threads.run(Request.objects.get)).status == "proposed"


@pytest.mark.parametrize(
    "frame",
    [
        {"id": None, "action": "confirm", "version": 1},
        {"id": "1", "action": "confirm"},
        {"id": str(uuid4()), "action": ["confirm"]},
        {"id": str(uuid4()), "action": "confirm", "version": "1"},
    ],
)
async def test_a_frame_that_no_page_sends_is_refused(
    frame: dict[str, Any], site: Site
) -> None:
    async with guest(site) as mallory:
        await mallory.hello()
        await mallory.say(type="request", **frame)
        assert (await mallory.until("error"))[-1]["message"]


@pytest.fixture
def page(alice: Client, dinner: Reservation) -> Callable[[dict[str, str]], str]:
    """Posts a form of the page without a script, and gives what it shows."""

    def post(form: dict[str, str]) -> str:
        return str(alice.post("/mohegan-sun/", form).content.decode())

    return post


def fields(html: str, form: str) -> dict[str, str]:
    """The hidden fields of the first form of this class or id."""
    start = html.index(form)
    inputs = html[start : html.index("</form>", start)]
    return dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', inputs)
    )


@pytest.mark.usefixtures("without_key")
def test_without_a_script_a_request_is_asked_and_sent(
    page: Callable[[dict[str, str]], str],
) -> None:
    html = page({"text": WHO})
    html = page({**fields(html, 'id="composer"'), "text": "Cancel my dinner"})
    assert "Not sent yet" in html
    pressed = {**fields(html, 'class="request"'), "action": "confirm"}
    html = page(pressed)
    assert "With the team" in html
    assert Request.objects.get().status == "waiting"
    assert "changed in the meantime" in page(pressed)


@pytest.mark.usefixtures("without_key")
@pytest.mark.parametrize(
    "changes",
    [{"secret": "x" * 43}, {"request": "1"}, {"version": "²"}, {"thread": ""}],
)
def test_a_form_with_other_fields_moves_nothing(
    changes: dict[str, str], page: Callable[[dict[str, str]], str]
) -> None:
    html = page({"text": WHO})
    html = page({**fields(html, 'id="composer"'), "text": "Cancel my dinner"})
    pressed = {**fields(html, 'class="request"'), "action": "confirm"}
    page(pressed | changes)
    assert Request.objects.get().status == "proposed"
