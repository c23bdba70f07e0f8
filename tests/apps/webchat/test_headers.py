"""Every answer of the site carries what keeps a guest's browser safe."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.guest import guest
from tests.site import Site, start

pytestmark = pytest.mark.usefixtures("resort")
STYLE = "/static/webchat/css/tokens.css"


@pytest.mark.parametrize("path", ["/", "/no/such/page", "/admin/login/", "/property"])
def test_it_sends_the_headers(site: Site, path: str) -> None:
    headers = httpx.get(f"{site.url}{path}").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


def test_it_lets_the_page_load_nothing_from_elsewhere(site: Site) -> None:
    answer, again = (httpx.get(site.url) for _ in range(2))
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    [nonce] = set(re.findall(r"'nonce-([^']+)'", policy))
    assert nonce not in again.headers["content-security-policy"]
    assert not re.search(r"<script(?![^>]*(src|nonce|json))", answer.text)
    assert not re.search(r"\son\w+=", answer.text)


def test_it_sets_no_cookie_before_anybody_says_a_word(site: Site) -> None:
    cookies = httpx.get(site.url).cookies
    assert "sessionid" not in cookies


def test_it_explains_a_form_from_elsewhere(site: Site) -> None:
    answer = httpx.post(site.url, data={"text": "Hello"})
    assert answer.status_code == 403
    assert "Please try that once more" in answer.text


async def test_it_closes_a_socket_that_says_nothing(django_db_setup: None) -> None:
    with start("idle-web", SOCKET_IDLE_SECONDS="0.5") as site:
        async with guest(site) as alice:
            await alice.hello()
            with pytest.raises(ConnectionClosed) as closed:
                await alice.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4408


async def test_it_asks_who_is_too_quick_to_wait(django_db_setup: None) -> None:
    with start("quick-web", RATE_LIMIT_PER_MINUTE="1") as site:
        async with guest(site) as alice:
            await alice.hello()
            await alice.ask("Is parking free?")
            [refusal] = await alice.ask("And the spa?")
    assert refusal["type"] == "error"
    assert re.search(r"wait \d+ seconds", refusal["message"])
    assert refusal["phone"]


async def test_it_says_when_too_many_are_asking(django_db_setup: None) -> None:
    crowded: dict[str, Any] = {"MAX_RUNNING_TURNS": "1", "MAX_WAITING_TURNS": "1"}
    with start("crowded-web", STUB_MODELS="seed", **crowded) as site:
        async with guest(site) as alice, guest(site) as bea, guest(site) as carla:
            for visitor in (alice, bea, carla):
                await visitor.hello()
            await alice.start("Is parking free?")
            await alice.until("token")
            await bea.start("Is parking free?")
            waiting = await bea.until("status", "metadata")
            [shed] = await carla.ask("Is parking free?")
            answered = await bea.until("done")
    assert waiting[-1]["type"] == "status"
    assert "One moment" in waiting[-1]["text"]
    assert "Many guests" in shed["message"]
    assert shed["phone"] in shed["message"]
    assert answered[-1]["status"] == "done"


async def test_it_takes_a_large_frame_for_a_long_message(site: Site) -> None:
    async with connect(site.socket_url, origin=site.url) as socket:  # type: ignore[arg-type]
        await socket.send("x" * 500_000)
        assert "a little long" in str(await socket.recv())


@pytest.mark.parametrize(
    ("policy", "ends"), [("replace", "stopped"), ("refuse", "error")]
)
async def test_it_treats_a_second_message_as_it_is_told(
    django_db_setup: None, policy: str, ends: str
) -> None:
    with start("policy-web", STUB_MODELS="seed", SECOND_MESSAGE_WEB=policy) as site:
        async with guest(site) as alice:
            await alice.hello()
            await alice.start("Is parking free?")
            await alice.until("token")
            await alice.start("And the spa?")
            ended = (await alice.until("done", "error"))[-1]
            last = (await alice.until("done"))[-1]
    assert ended.get("status", ended["type"]) == ends
    assert last["status"] == "done"
