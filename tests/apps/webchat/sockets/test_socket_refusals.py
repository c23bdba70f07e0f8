"""What Alice's websocket refuses, and how it says so."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from apps.properties.models import Property
from tests import factories
from tests.guest import guest
from tests.site import Site, start

pytestmark = pytest.mark.usefixtures("resort")
SOME_ID = "3f1b8a52-6d1e-4c47-9a55-0c6b7c1f2a90"


async def test_it_keeps_nobodys_thread_open_to_another_property(
    site: Site, resort: Property
) -> None:
    await asyncio.to_thread(_foxwoods)
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask("Is parking free?")
    async with guest(site, "foxwoods") as stranger:
        history = await stranger.hello(alice.thread, alice.secret)
    assert history["messages"] == []
    assert history["thread_id"] != alice.thread


def _foxwoods() -> None:
    factories.PropertyFactory.create(slug="foxwoods", name="Foxwoods")


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        ("{not json", "could not read"),
        (json.dumps([1, 2]), "could not read"),
        (json.dumps({"type": "dance"}), "could not read"),
        (json.dumps({"type": "ask", "id": "7", "text": "hi"}), "could not read"),
        (json.dumps({"type": "ask", "id": SOME_ID, "text": 7}), "could not read"),
        (
            json.dumps({"type": "ask", "id": SOME_ID, "text": " \x00 "}),
            "any words",
        ),
        (json.dumps({"type": "ask", "id": SOME_ID, "text": "\ud800"}), "any words"),
        (json.dumps({"type": "\ud800"}), "could not read"),
        (json.dumps({"type": "ask", "id": SOME_ID, "text": "a" * 4097}), "4096"),
        (json.dumps({"type": "resume", "turn": SOME_ID, "after": 0}), "not read"),
        (json.dumps({"type": "resume", "turn": SOME_ID, "after": 10**30}), "not read"),
        (json.dumps({"type": "resume"}), "could not read"),
        (json.dumps({"type": "stop"}), "could not read"),
        (json.dumps({"type": "rate"}), "could not read"),
        (json.dumps({"type": "ask"}), "could not read"),
        (json.dumps({"type": "ask", "id": SOME_ID}), "any words"),
        (b"\x00\xff\xfe", "could not read"),
        ("[" * 60_000, "could not read"),
        ("a" * 90_000, "4096"),
    ],
)
async def test_it_refuses_nonsense_in_plain_words_and_goes_on(
    site: Site, frame: str | bytes, words: str
) -> None:
    async with guest(site) as mallory:
        await mallory.hello()
        await mallory.send(frame)
        [error] = await mallory.until("error")
        assert words in error["message"]
        assert "Traceback" not in json.dumps(error)
        await mallory.say(type="ping")
        assert (await mallory.next())["type"] == "pong"


@pytest.mark.parametrize("is_first", [True, False])
async def test_a_cry_for_help_that_is_too_long_hears_whom_to_call(
    site: Site, resort: Property, is_first: bool
) -> None:
    await asyncio.to_thread(_emergency_number, resort)
    cry, story = "My wife is not breathing, help! ", "We came by bus. " * 300
    text = cry + story if is_first else story + cry
    async with guest(site) as alice:
        await alice.hello()
        await alice.say(type="ask", id=SOME_ID, text=text)
        [error] = await alice.until("error")
    assert "911" in error["message"]


def _emergency_number(place: Property) -> None:
    place.jurisdiction.helplines.get_or_create(
        purpose="emergency", defaults={"name": "Emergency services", "phone": "911"}
    )


async def test_it_shows_markup_as_text(site: Site) -> None:
    async with guest(site) as mallory:
        await mallory.hello()
        await mallory.ask("<img src=x onerror=alert(1)> Is parking free?")
        history = await mallory.hello(mallory.thread)
    assert history["messages"][0]["text"].startswith("<img")
    assert history["messages"][0]["html"] == ""
    assert "<img" not in history["messages"][1]["html"]


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        "http://localhost:{port}",
        "null",
        None,
    ],
)
async def test_it_turns_foreign_pages_away(
    site_on_either: Site, origin: str | None
) -> None:
    named = origin and origin.format(port=site_on_either.port)
    assert await refused_as(site_on_either, named) == 403


@pytest.mark.parametrize("origin", ["http://127.0.0.1:{port}.evil.example", "http://["])
async def test_it_turns_away_what_is_no_origin(
    site_on_either: Site, origin: str
) -> None:
    """Daphne's own parser refuses it first."""
    named = origin.format(port=site_on_either.port)
    assert await refused_as(site_on_either, named) in (400, 403)


async def test_it_knows_its_page_behind_a_proxy_by_what_the_proxy_says(
    django_db_setup: None,
) -> None:
    with start(
        "origin-web",
        TRUSTED_PROXY_COUNT="1",
        ALLOWED_HOSTS="resort.example,127.0.0.1",
        CSRF_TRUSTED_ORIGINS="https://partner.example",
    ) as site:
        resort, unsecured = "https://resort.example", "http://resort.example"
        assert await refused_as(site, resort, "resort.example", "https") == 0
        assert await refused_as(site, f"{resort}:443", "resort.example", "https") == 0
        assert await refused_as(site, resort, "resort.example", "http") == 403
        assert await refused_as(site, unsecured, "resort.example", "https") == 403
        partner = "https://partner.example"
        assert await refused_as(site, partner, "resort.example", "https") == 0
        evil = "https://evil.example"
        assert await refused_as(site, evil, "evil.example", "https") == 403


async def refused_as(
    site: Site, origin: str | None, host: str = "", forwarded: str = ""
) -> int:
    """The status with which a socket of this page is refused; 0 for a welcome.

    host, forwarded: what a proxy passes on of the browser's request.
    """
    page: Any = origin
    address = f"ws://{host or f'127.0.0.1:{site.port}'}/ws/mohegan-sun/"
    headers = {"X-Forwarded-Proto": forwarded} if forwarded else {}
    try:
        async with connect(
            address,
            origin=page,
            additional_headers=headers,
            host="127.0.0.1",
            port=site.port,
        ):
            return 0
    except InvalidStatus as refusal:
        return refusal.response.status_code


async def test_it_logs_bytes_that_are_no_text_without_a_trace(
    site_on_either: Site,
) -> None:
    origin: Any = site_on_either.url
    async with connect(site_on_either.socket_url, origin=origin) as socket:
        await socket.send(b"\xff\xfe\xfd", text=True)
        with pytest.raises(ConnectionClosed):
            await socket.recv()
    assert "UnicodeDecodeError:" not in site_on_either.log.read_text()


@pytest.mark.parametrize("path", ["/ws/nowhere/", "/ws/", "/elsewhere"])
async def test_it_closes_sockets_at_unknown_addresses(site: Site, path: str) -> None:
    address = f"ws://127.0.0.1:{site.port}{path}"
    async with connect(address, origin=site.url) as socket:  # type: ignore[arg-type]
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4404
