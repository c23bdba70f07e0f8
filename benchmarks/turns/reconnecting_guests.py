"""Guests who lose their connection, reconnect to any process and go on."""

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
TIMEOUT_SECONDS = 60
LOST_CONNECTION = (OSError, TimeoutError, WebSocketException)


class Interrupted(Exception):  # noqa: N818 - the state is the name
    """The concierge cannot answer now."""


@dataclass
class Question:
    """One question, and what its guest has seen of the answer."""

    text: str
    client_id: str = field(default_factory=lambda: str(uuid4()))
    turn: str = ""
    seq: int = 0
    shown: str = ""
    is_done: bool = False
    disorder_count: int = 0


@dataclass
class ReconnectingGuest:
    """`gaps`: seconds from each loss of the connection mid-answer to the next event."""

    ports: Sequence[int]
    slug: str = "mohegan-sun"
    questions: list[Question] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    thread: str | None = None
    secret: str | None = None
    lost_at: float = 0.0
    next_port: int = 0

    async def ask_until(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            if len(self.questions) % TURNS_A_THREAD == 0:
                self.thread = self.secret = None
            text = QUESTIONS[len(self.questions) % len(QUESTIONS)]
            self.questions.append(Question(text))
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await self._ask_until_done(self.questions[-1])

    async def _ask_until_done(self, question: Question) -> None:
        while not question.is_done:
            try:
                await self._connect(question)
            except LOST_CONNECTION:
                self.lost_at = self.lost_at or time.monotonic()
                self.next_port += 1
            except Interrupted:
                pass
            if not question.is_done:
                await asyncio.sleep(PAUSE_SECONDS)

    async def _connect(self, question: Question) -> None:
        port = self.ports[self.next_port % len(self.ports)]
        address, origin = f"ws://127.0.0.1:{port}", f"http://127.0.0.1:{port}"
        url = f"{address}/ws/{self.slug}/"
        async with connect(url, origin=origin, open_timeout=5) as socket:  # type: ignore[arg-type]
            await self._send(
                socket, type="hello", thread=self.thread, secret=self.secret
            )
            while not question.is_done:
                for event in await receive(socket):
                    await self._receive_event(socket, event, question)

    async def _receive_event(
        self, socket: ClientConnection, event: dict[str, Any], question: Question
    ) -> None:
        self.secret = event.get("thread_secret", self.secret)
        if event["type"] == "history":
            self.thread = event["thread_id"]
            await self._ask_or_resume(socket, question)
        elif event["type"] == "error":
            # The same id is sent again, and the answer begins again.
            question.turn, question.seq, question.shown = "", 0, ""
            raise Interrupted
        elif (
            event["type"] == "metadata" and event.get("client_id") == question.client_id
        ):
            question.turn = event["turn_id"]
            self._show(event, question)
        elif event.get("turn") and event["turn"] == question.turn:
            self._show(event, question)

    async def _ask_or_resume(
        self, socket: ClientConnection, question: Question
    ) -> None:
        if question.turn:
            await self._send(
                socket, type="resume", turn=question.turn, after=question.seq
            )
        else:
            frame = {"id": question.client_id, "text": question.text}
            await self._send(socket, type="ask", thread=self.thread, **frame)

    def _show(self, event: dict[str, Any], question: Question) -> None:
        if event["seq"] <= question.seq:
            question.disorder_count += 1
            return
        question.seq = event["seq"]
        if self.lost_at:
            self.gaps.append(time.monotonic() - self.lost_at)
            self.lost_at = 0.0
        match event["type"]:
            case "token":
                question.shown += event["content"]
            case "replace":
                question.shown = event["content"]
            case "reset":
                question.shown = ""
            case "done":
                # An answer whose words nobody received comes with its end.
                question.shown = question.shown or event["text"]
                question.is_done = True

    async def _send(self, socket: ClientConnection, **frame: Any) -> None:
        await socket.send(json.dumps(frame))
