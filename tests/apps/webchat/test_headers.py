"""Every answer of the site carries what keeps a guest's browser safe."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.guest import Event, guest
from tests.site import Site, start

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("resort")]


@pytest.fixture(scope="module")
def crowded(django_db_setup: None) -> Iterator[Site]:
    """A site that answers one guest at a time, and of each one message at a time."""
    with start(
        "crowded-web",
        STUB_MODELS="seed",
        MAX_RUNNING_TURNS="1",
        MAX_WAITING_TURNS="1",
        SECOND_MESSAGE_WEB="refuse",
    ) as running_site:
        yield running_site


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


@pytest.mark.parametrize("path", ["/admin/login/", "/admin/account/2fa/", "/admin/x"])
def test_the_admin_runs_its_own_scripts_alone(site: Site, path: str) -> None:
    answer = httpx.get(f"{site.url}{path}", follow_redirects=True)
    policy = answer.headers["content-security-policy"]
    directives = dict(part.split(" ", 1) for part in policy.split("; "))
    assert directives["script-src"] == "'self' 'unsafe-eval'"
    assert directives["object-src"] == directives["base-uri"] == "'none'"
    assert directives["frame-ancestors"] == "'none'"
    assert directives["form-action"] == "'self'"
    assert "http" not in policy
    assert not re.search(r"<script(?![^>]*(src|json))", answer.text)


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


async def test_it_says_when_too_many_are_asking(crowded: Site) -> None:
    async with guest(crowded) as alice, guest(crowded) as bea, guest(crowded) as carla:
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


async def test_it_refuses_a_second_message_where_it_is_told_to(crowded: Site) -> None:
    first_end, last = await _ends_of_two_messages(crowded)
    assert first_end["type"] == "error"
    assert last["status"] == "done"


async def test_it_replaces_an_answer_where_it_is_told_to(django_db_setup: None) -> None:
    with start("policy-web", STUB_MODELS="seed", SECOND_MESSAGE_WEB="replace") as site:
        first_end, last = await _ends_of_two_messages(site)
    assert first_end["status"] == "stopped"
    assert last["status"] == "done"


async def _ends_of_two_messages(site: Site) -> tuple[Event, Event]:
    """What the first ends with, asked a second one meanwhile, and the last `done`."""
    async with guest(site) as alice:
        await alice.hello()
        await alice.start("Is parking free?")
        await alice.until("token")
        await alice.start("And the spa?")
        first_end = (await alice.until("done", "error"))[-1]
        return first_end, (await alice.until("done"))[-1]
