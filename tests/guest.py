"""Alice at the websocket: what a page does, without a page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

from tests.site import Site

Event = dict[str, Any]
PATIENCE_SECONDS = 30


class Guest:
    """Sends frames and reads events; a frame may carry several events."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ready: list[Event] = []
        self.thread = ""
        self.secret = ""
        self.last_seq: dict[str, int] = {}

    async def say(self, **frame: Any) -> None:
        await self._socket.send(json.dumps(frame))

    async def send(self, frame: str | bytes) -> None:
        await self._socket.send(frame)

    async def next(self) -> Event:
        while not self._ready:
            async with asyncio.timeout(PATIENCE_SECONDS):
                frame = json.loads(await self._socket.recv())
            self._ready = [
                event for event in frame.get("events", [frame]) if self._is_new(event)
            ]
        return self._ready.pop(0)

    def _is_new(self, event: Event) -> bool:
        """Whether the page would show it; it drops what it has received before."""
        turn, seq = event.get("turn", ""), event.get("seq")
        if seq is None:
            return True
        is_new = seq > self.last_seq.get(turn, 0)
        self.last_seq[turn] = max(seq, self.last_seq.get(turn, 0))
        return bool(is_new)

    async def until(self, *types: str) -> list[Event]:
        """Events up to the first of these types, which comes last in the list."""
        events = [await self.next()]
        while events[-1]["type"] not in types:
            events.append(await self.next())
        return events

    async def hello(self, thread: str | None = None, secret: str = "") -> Event:
        await self.say(type="hello", thread=thread, secret=secret)
        events = await self.until("history")
        self.thread = events[-1]["thread_id"]
        self.secret = only(events, "metadata")["thread_secret"]
        return events[-1]

    async def ask(self, text: str, client_id: str = "") -> list[Event]:
        """Asks and waits for the end of the turn."""
        await self.start(text, client_id)
        return await self.until("done", "error")

    async def start(self, text: str, client_id: str = "") -> str:
        client_id = client_id or str(uuid4())
        await self.say(type="ask", id=client_id, text=text, thread=self.thread)
        return client_id


@asynccontextmanager
async def guest(
    site: Site, slug: str = "mohegan-sun", address: str = "127.0.0.1"
) -> AsyncIterator[Guest]:
    """A socket with the site's own origin, from this address."""
    url = f"ws://127.0.0.1:{site.port}/ws/{slug}/"
    origin: Any = site.url
    async with connect(url, origin=origin, local_addr=(address, 0)) as socket:
        yield Guest(socket)


def shown(events: list[Event]) -> str:
    """The text a page shows after these events."""
    text = ""
    for event in events:
        if event["type"] == "token":
            text += event["content"]
        elif event["type"] == "reset":
            text = ""
        elif event["type"] == "replace":
            text = event["content"]
    return text


def only(events: list[Event], kind: str) -> Event:
    """The one event of this type."""
    [event] = [event for event in events if event["type"] == kind]
    return event
