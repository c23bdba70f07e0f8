"""What Alice's websocket refuses, and how it says so."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from apps.properties.models import Property
from tests import factories
from tests.guest import guest
from tests.site import Site

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


async def test_it_shows_markup_as_text(site: Site) -> None:
    async with guest(site) as mallory:
        await mallory.hello()
        await mallory.ask("<img src=x onerror=alert(1)> Is parking free?")
        history = await mallory.hello(mallory.thread)
    assert history["messages"][0]["text"].startswith("<img")
    assert history["messages"][0]["html"] == ""
    assert "<img" not in history["messages"][1]["html"]


async def test_it_turns_foreign_pages_away(site: Site) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        async with connect(site.socket_url, origin="https://evil.example"):  # type: ignore[arg-type]
            pass
    assert refusal.value.response.status_code == 403


@pytest.mark.parametrize("path", ["/ws/nowhere/", "/ws/", "/elsewhere"])
async def test_it_closes_sockets_at_unknown_addresses(site: Site, path: str) -> None:
    address = f"ws://127.0.0.1:{site.port}{path}"
    async with connect(address, origin=site.url) as socket:  # type: ignore[arg-type]
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4404
