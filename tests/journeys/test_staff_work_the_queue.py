"""Sam decides on requests in a browser: live, by keyboard, beside a colleague."""

from __future__ import annotations

import pytest
import pytest_asyncio
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.async_api import Page, WebSocketRoute, expect

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request, RequestNote
from tests import factories
from tests.accessibility import violations
from tests.apps.staff.requests.desk import late_checkout_at, make_host, towels_at
from tests.browser import signed_in
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def nora(resort: Property) -> User:
    return factories.StaffFactory.create(username="nora")


@pytest.fixture
def late_checkout(resort: Property) -> Request:
    return late_checkout_at(resort)


@pytest_asyncio.fixture(loop_scope="session")
async def queue(
    site: Site,
    sam: Client,
    sams_account: User,
    resort: Property,
    late_checkout: Request,
    page: Page,
) -> Page:
    """Sam's queue, open and live, on a desk."""
    await database_threads.run(make_host, sams_account, resort)
    await page.set_viewport_size({"width": 1200, "height": 900})
    await page.context.add_cookies([signed_in(sam, site)])
    await page.goto(f"{site.url}/admin/requests/")
    await expect(page.locator("html[data-live=yes]")).to_be_attached()
    return page


async def test_it_shows_what_is_new_and_takes_away_what_is_decided(
    queue: Page, resort: Property, late_checkout: Request, nora: User
) -> None:
    await expect(queue).to_have_title("(1) Requests | Concierge")
    towels = await database_threads.run(towels_at, resort)
    await expect(queue.locator(".rq")).to_have_count(2)
    await expect(queue.locator("#rq-status")).to_have_text("One more request is here.")
    await expect(queue).to_have_title("(2) Requests | Concierge")
    await database_threads.run(requests.approve, towels, nora, timezone.now())
    await expect(queue.locator(".rq")).to_have_count(1)
    await expect(queue.locator("[data-tab=approved]")).to_contain_text("1")
    decided = await Request.objects.aget(pk=late_checkout.pk)
    await database_threads.run(requests.approve, decided, nora, timezone.now())
    await expect(queue.get_by_text("Nobody waits for a decision.")).to_be_visible()


async def test_it_is_worked_by_keys_alone(
    queue: Page, resort: Property, late_checkout: Request
) -> None:
    towels = await database_threads.run(towels_at, resort)
    await expect(queue.locator(".rq")).to_have_count(2)
    first = queue.locator(f"#s-{late_checkout.pk}")
    await queue.keyboard.press("j")
    await expect(first).to_be_focused()
    await queue.keyboard.press("j")
    await expect(queue.locator(f"#s-{towels.pk}")).to_be_focused()
    await queue.keyboard.press("k")
    await queue.keyboard.press("Enter")
    await expect(
        queue.get_by_role("group", name="Offer something else")
    ).to_be_visible()
    await queue.keyboard.press("o")
    await queue.keyboard.type("0100PM")
    until = queue.locator(f"#o-until-{late_checkout.pk}")
    await expect(until).to_have_value("13:00")
    await queue.keyboard.press("Escape")
    await expect(first).to_be_focused()
    await queue.keyboard.press("d")
    await queue.keyboard.type("We are full; join us again.")
    await queue.keyboard.press("Enter")
    await expect(queue.locator("#rq-status")).to_have_text("Declined.")
    await expect(queue.locator(".rq")).to_have_count(1)
    await expect(queue.locator(f"#s-{towels.pk}")).to_be_focused()
    await queue.keyboard.press("a")
    await queue.keyboard.press("Enter")
    await expect(queue.locator("#rq-status")).to_have_text("Approved.")
    await expect(queue.locator("[data-empty]")).to_be_focused()
    declined = await Request.objects.aget(pk=late_checkout.pk)
    assert (declined.status, declined.reason) == (
        "declined",
        "We are full; join us again.",
    )


async def test_its_keys_can_be_switched_off(queue: Page) -> None:
    await queue.get_by_label("Keys").uncheck()
    await queue.locator("h1, .rq-tabs a").first.focus()
    await queue.keyboard.press("j")
    await expect(queue.locator(".rq summary:focus")).to_have_count(0)
    await queue.reload()
    await expect(queue.get_by_label("Keys")).not_to_be_checked()


async def test_it_keeps_words_and_focus_while_the_list_changes(
    queue: Page, resort: Property, late_checkout: Request, nora: User
) -> None:
    await queue.keyboard.press("j")
    await queue.keyboard.press("o")
    await queue.keyboard.type("0130PM")
    offer = queue.locator(f"#o-offer-{late_checkout.pk}")
    await offer.focus()
    await queue.keyboard.type("until half")
    await database_threads.run(
        RequestNote.objects.create, request=late_checkout, by=nora, text="A regular."
    )
    await expect(queue.locator(f"#r-{late_checkout.pk}")).to_contain_text("A regular.")
    await queue.keyboard.type(" past one")
    await expect(offer).to_have_value("until half past one")
    until = queue.locator(f"#o-until-{late_checkout.pk}")
    await expect(until).to_have_value("13:30")
    await expect(offer).to_be_focused()


async def test_it_says_what_a_colleague_has_done_meanwhile(
    queue: Page, late_checkout: Request, nora: User
) -> None:
    await queue.keyboard.press("j")
    await queue.keyboard.press("d")
    await queue.keyboard.type("Sorry, no.")
    await database_threads.run(requests.approve, late_checkout, nora, timezone.now())
    gone = queue.locator(f"#r-{late_checkout.pk}.is-gone")
    await expect(gone).to_contain_text("Somebody has moved this on")
    reason = queue.locator(f"#d-{late_checkout.pk}")
    await expect(reason).to_have_value("Sorry, no.")
    await reason.press("Enter")
    await expect(gone).to_contain_text("Not done. nora approved it at")
    await expect(reason).to_have_value("Sorry, no.")
    row = await Request.objects.aget(pk=late_checkout.pk)
    assert row.status == "approved"


async def test_it_catches_up_after_a_lost_connection(
    queue: Page, resort: Property
) -> None:
    sockets: list[WebSocketRoute] = []
    is_down = False

    async def relay(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if is_down:
            await socket.close(code=1012)
        else:
            socket.connect_to_server()

    await queue.route_web_socket("**/ws/requests/", relay)
    await queue.reload()
    await expect(queue.locator("html[data-live=yes]")).to_be_attached()
    is_down = True
    await sockets[0].close(code=1012)
    await expect(queue.locator("html[data-live=yes]")).not_to_be_attached()
    await database_threads.run(towels_at, resort)
    await queue.wait_for_timeout(300)
    await expect(queue.locator(".rq")).to_have_count(1)
    is_down = False
    await expect(queue.locator(".rq")).to_have_count(2)


@pytest.mark.parametrize("width", [1200, 390, 320])
async def test_everybody_can_use_it(
    queue: Page, late_checkout: Request, width: int
) -> None:
    await queue.set_viewport_size({"width": width, "height": 800})
    await queue.locator(f"#s-{late_checkout.pk}").press("Enter")
    for scheme in ("light", "dark"):
        await queue.evaluate(
            "dark => document.documentElement.classList.toggle('dark', dark)",
            scheme == "dark",
        )
        assert await violations(queue, within="#content") == "", scheme
    content = await queue.evaluate("document.documentElement.scrollWidth")
    assert content <= width
