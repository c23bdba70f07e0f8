"""Guests that ask over real websockets, one question after another."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

TIMEOUT_SECONDS = 60
# After so many turns a guest begins a new conversation.
TURNS_A_THREAD = 10
# A socket takes 240 frames a minute.
TURNS_A_SOCKET = 200
QUESTIONS = (
    "Which restaurants do you have?",
    "Is there a spa?",
    "Tell me about the pool",
    "What kinds of rooms are there?",
    "Do you have a steakhouse?",
    "Where can I park my car?",
    "Is there a place for live music?",
    "Tell me about the loyalty program",
)


@dataclass
class Turn:
    """What a guest saw of one turn; times in seconds from the question."""

    first_token: float = 0.0
    end: float = 0.0
    text: str = ""
    stored: str = ""
    is_whole: bool = False


@dataclass
class Guest:
    """A guest with one websocket; `turns` collects what the guest saw."""

    port: int
    slug: str = "mohegan-sun"
    turns: list[Turn] = field(default_factory=list)

    async def ask_until(self, end: float, most: int = 10**9) -> None:
        """Asks until the monotonic clock shows `end`, and `most` questions at most."""
        while len(self.turns) < most and time.monotonic() < end:
            async with connect(self.url, origin=self.origin) as socket:  # type: ignore[arg-type]
                turns = min(TURNS_A_SOCKET, most - len(self.turns))
                await self._ask_over(socket, end, turns)

    async def _ask_over(self, socket: ClientConnection, end: float, most: int) -> None:
        thread = None
        for number in range(most):
            if time.monotonic() >= end:
                return
            if number % TURNS_A_THREAD == 0:
                thread = await greet(socket)
            self.turns.append(Turn())
            await ask(socket, thread, self.turns[-1], next(_question_numbers))

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/{self.slug}/"


_question_numbers = count()


async def greet(socket: ClientConnection) -> str:
    """Begins a conversation and returns its thread id."""
    await socket.send(json.dumps({"type": "hello", "thread": str(uuid4())}))
    while True:
        for event in await receive(socket):
            if event["type"] == "history":
                return str(event["thread_id"])


async def ask(
    socket: ClientConnection, thread: str | None, turn: Turn, number: int
) -> None:
    text = QUESTIONS[number % len(QUESTIONS)]
    frame = {"type": "ask", "id": str(uuid4()), "text": text, "thread": thread}
    started_at = time.perf_counter()
    await socket.send(json.dumps(frame))
    while not turn.end:
        for event in await receive(socket):
            receive_event(event, turn, started_at)


def receive_event(event: dict[str, Any], turn: Turn, started_at: float) -> None:
    match event["type"]:
        case "token":
            turn.first_token = turn.first_token or time.perf_counter() - started_at
            turn.text += event["content"]
        case "replace":
            # Of a quick turn, what has been written until the socket listens.
            turn.first_token = turn.first_token or time.perf_counter() - started_at
            turn.text = event["content"]
        case "reset":
            turn.text = ""
        case "done":
            turn.end = time.perf_counter() - started_at
            turn.stored = event["text"]
            turn.is_whole = turn.text.strip() == turn.stored.strip() != ""
        case "error":
            turn.end = time.perf_counter() - started_at
            turn.stored = event["message"]


async def receive(socket: ClientConnection) -> list[dict[str, Any]]:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        frame = json.loads(await socket.recv())
    events: list[dict[str, Any]] = frame.get("events", [frame])
    return events
