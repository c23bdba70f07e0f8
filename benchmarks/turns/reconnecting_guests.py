"""Guests who come back: they reconnect to any process and go on where they were."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.turns.guests import QUESTIONS, TURNS_A_THREAD, receive

PAUSE_SECONDS = 0.1
# An answer that takes this long was lost.
PATIENCE_SECONDS = 60
LOSSES = (OSError, TimeoutError, WebSocketException)


class Interrupted(Exception):  # noqa: N818 - it says what the answer was
    """The concierge said that it cannot answer now."""


@dataclass
class Asked:
    """One question and what its guest has seen of the answer."""

    text: str
    client_id: str = field(default_factory=lambda: str(uuid4()))
    turn: str = ""
    seq: int = 0
    shown: str = ""
    is_done: bool = False
    disorder: int = 0


@dataclass
class Traveller:
    """`gaps`: seconds from each loss of the line in mid-answer to the next event."""

    ports: Sequence[int]
    slug: str = "mohegan-sun"
    asked: list[Asked] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    thread: str | None = None
    secret: str | None = None
    lost_at: float = 0.0
    next_port: int = 0

    async def ask_until(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            if len(self.asked) % TURNS_A_THREAD == 0:
                self.thread = self.secret = None
            self.asked.append(Asked(QUESTIONS[len(self.asked) % len(QUESTIONS)]))
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._insist(self.asked[-1])

    async def _insist(self, asked: Asked) -> None:
        while not asked.is_done:
            try:
                await self._visit(asked)
            except LOSSES:
                self.lost_at = self.lost_at or time.monotonic()
                self.next_port += 1
            except Interrupted:
                pass
            if not asked.is_done:
                await asyncio.sleep(PAUSE_SECONDS)

    async def _visit(self, asked: Asked) -> None:
        port = self.ports[self.next_port % len(self.ports)]
        address, origin = f"ws://127.0.0.1:{port}", f"http://127.0.0.1:{port}"
        where = f"{address}/ws/{self.slug}/"
        async with connect(where, origin=origin, open_timeout=5) as socket:  # type: ignore[arg-type]
            await self._say(
                socket, type="hello", thread=self.thread, secret=self.secret
            )
            while not asked.is_done:
                for event in await receive(socket):
                    await self._hear(socket, event, asked)

    async def _hear(
        self, socket: ClientConnection, event: dict[str, Any], asked: Asked
    ) -> None:
        self.secret = event.get("thread_secret", self.secret)
        if event["type"] == "history":
            self.thread = event["thread_id"]
            await self._go_on(socket, asked)
        elif event["type"] == "error":
            # Asked again with the same id, and told again from the start.
            asked.turn, asked.seq, asked.shown = "", 0, ""
            raise Interrupted
        elif event["type"] == "metadata" and event.get("client_id") == asked.client_id:
            asked.turn = event["turn_id"]
            self._take(event, asked)
        elif event.get("turn") and event["turn"] == asked.turn:
            self._take(event, asked)

    async def _go_on(self, socket: ClientConnection, asked: Asked) -> None:
        if asked.turn:
            await self._say(socket, type="resume", turn=asked.turn, after=asked.seq)
        else:
            question = {"id": asked.client_id, "text": asked.text}
            await self._say(socket, type="ask", thread=self.thread, **question)

    def _take(self, event: dict[str, Any], asked: Asked) -> None:
        if event["seq"] <= asked.seq:
            asked.disorder += 1
            return
        asked.seq = event["seq"]
        if self.lost_at:
            self.gaps.append(time.monotonic() - self.lost_at)
            self.lost_at = 0.0
        match event["type"]:
            case "token":
                asked.shown += event["content"]
            case "replace":
                asked.shown = event["content"]
            case "reset":
                asked.shown = ""
            case "done":
                # A whole answer that nobody saw the words of comes with the end.
                asked.shown = asked.shown or event["text"]
                asked.is_done = True

    async def _say(self, socket: ClientConnection, **frame: Any) -> None:
        await socket.send(json.dumps(frame))
