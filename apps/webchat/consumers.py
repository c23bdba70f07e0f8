"""The guest's websocket: parse, hand over, send. No business here."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import orjson
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import DatabaseError
from redis import RedisError

from apps.conversations.stream.events import Event, for_guests
from apps.conversations.turns import rate_limits, refusals, session
from apps.webchat import client_address, frames, shutdown
from apps.webchat.frame_rate import FramePace
from apps.webchat.frames import BadFrame, Frame

log = logging.getLogger(__name__)
# Servers may only choose from 3000 to 4999; these follow the codes of HTTP.
NOT_FOUND = 4404
SILENT = 4408
TOO_FAST = 4429
TRY_AGAIN = 4503
# Turns of a socket that are remembered, those that are over included.
MOST_FOLLOWED = 32
# A page sends few of these, and each costs the site far more than it costs the page.
PACED = ("hello", "resume", "rate", "forget", "stop")


class ChatConsumer(AsyncWebsocketConsumer):
    """One browser tab. Turns go on when it closes; it only shows them."""

    async def connect(self) -> None:
        self.following: dict[str, asyncio.Task[None]] = {}
        self.group = ""
        self.is_forgotten = False
        self.pace = FramePace()
        self.watch: asyncio.TimerHandle | None = None
        try:
            desk = await session.open_for(self.scope["url_route"]["kwargs"]["slug"])
        except DatabaseError as error:
            log.warning("no desk can be opened: %s", error)
            await self._turn_away(TRY_AGAIN)
            return
        if desk is None:
            await self._turn_away(NOT_FOUND)
            return
        self.desk = desk
        user = self.scope.get("user")
        self.desk.is_staff = bool(getattr(user, "is_staff", False))
        self.desk.language = session.language_of(self.scope["query_string"].decode())
        await self.accept()
        shutdown.prepare()
        self._heard()
        self._watch()

    def _heard(self) -> None:
        self.heard_at = asyncio.get_running_loop().time()

    def _watch(self) -> None:
        """Closes a socket whose browser is gone without a word; pages send pings."""
        loop = asyncio.get_running_loop()
        left = self.heard_at + settings.SOCKET_IDLE_SECONDS - loop.time()
        if left > 0:
            self.watch = loop.call_later(left, self._watch)
        else:
            self.closing = asyncio.ensure_future(self.close(SILENT))

    async def _turn_away(self, code: int) -> None:
        """Browsers see the code of an open socket only."""
        await self.accept()
        await self.close(code)

    async def disconnect(self, code: int) -> None:
        for task in self.following.values():
            task.cancel()
        if self.watch:
            self.watch.cancel()
        await self._leave()

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        self._heard()
        if not self.pace.is_kept():
            await self.close(TOO_FAST)
            return
        try:
            await self._obey(frames.parse(text_data))
        except BadFrame as error:
            await self._send([self.desk.notice(error.reply)])
        except session.Resting:
            await self._send([self.desk.notice("resort_paused")])
        except session.Busy:
            await self._send([self.desk.notice("one_moment")])
        except session.Overloaded:
            await self._send([self.desk.notice("overloaded")])
        except DatabaseError:
            log.exception("a frame could not be served")
            await self._send([self.desk.trouble()])

    async def _obey(self, frame: Frame) -> None:
        commands = {
            "hello": self._hello,
            "ask": self._ask,
            "stop": self._stop,
            "resume": self._resume,
            "rate": self._rate,
            "forget": self._forget,
            "ping": self._pong,
        }
        if frame.type not in commands:
            raise BadFrame("not_text")
        if frame.type in PACED and await self._wait(frame):
            await self.close(TOO_FAST)
            return
        await commands[frame.type](frame)

    async def _wait(self, frame: Frame) -> int:
        guest = self.desk.guest(frame.thread, frame.secret)
        address = client_address.of_socket(self.scope)
        return await rate_limits.wait_seconds(guest, address, rate_limits.Pace.COMMAND)

    async def _hello(self, frame: Frame) -> None:
        history = await self.desk.hello(frame.thread, frame.secret)
        await self._join()
        thread_id, secret = history["thread_id"], self.desk.secret
        opened = {"type": "metadata", "thread_id": thread_id, "thread_secret": secret}
        await self._send([opened, history])

    async def _ask(self, frame: Frame) -> None:
        if not frame.text or frame.id is None:
            raise BadFrame("empty" if frame.id else "not_text")
        guest = self.desk.guest(frame.thread, frame.secret)
        address = client_address.of_socket(self.scope)
        if refusal := await refusals.too_fast(self.desk, guest, address, frame.text):
            await self._send([refusal.event])
            return
        turn_id = await self.desk.ask(frame.thread, frame.id, frame.text, frame.secret)
        await self._join()
        self._follow(turn_id, 0)
        await self._nudge(turn_id)

    async def _stop(self, frame: Frame) -> None:
        if not frame.turn:
            raise BadFrame("not_text")
        await self.desk.stop(frame.turn)

    async def _resume(self, frame: Frame) -> None:
        if not await self.desk.owns(frame.turn):
            raise BadFrame("not_text")
        self._follow(frame.turn, frame.after, again=True)

    async def _rate(self, frame: Frame) -> None:
        taken = await self.desk.rate(frame.turn, frame.rating, frame.reason, frame.text)
        if not taken:
            raise BadFrame("not_text")
        await self._send([{"type": "rated", "turn": frame.turn}])

    async def _forget(self, frame: Frame) -> None:
        """Erases the thread; every tab of it hears that it is gone."""
        await self.desk.forget()
        await self._on_layer(
            self.channel_layer.group_send(self.group, {"type": "thread.forgotten"})
        )
        await self.thread_forgotten({})

    async def thread_forgotten(self, event: dict[str, str]) -> None:
        if not self.is_forgotten:
            self.is_forgotten = True
            await self._send([{"type": "forgotten"}])

    async def _pong(self, frame: Frame) -> None:
        await self._send([{"type": "pong"}])

    def _follow(self, turn_id: str, after: int, again: bool = False) -> None:
        """Sends a turn's events from its own task; a turn is followed once."""
        running = self.following.get(turn_id)
        if running and not running.done():
            if not again:
                return
            running.cancel()
        self.following[turn_id] = asyncio.create_task(self._send_all(turn_id, after))
        while len(self.following) > MOST_FOLLOWED:
            self.following.pop(next(iter(self.following)))

    async def _send_all(self, turn_id: str, after: int) -> None:
        try:
            async for events in self.desk.follow(turn_id, after):
                await self._send(events)
        except DatabaseError:
            log.exception("turn %s could not be followed", turn_id)
            await self._send([{**self.desk.trouble(), "turn": turn_id}])

    async def _send(self, events: list[Event]) -> None:
        shown = [one for one in events if self.desk.is_staff or for_guests(one)]
        if shown:
            frame: dict[str, Any] = shown[0] if len(shown) == 1 else {"events": shown}
            await self.send(orjson.dumps(frame).decode())

    async def _join(self) -> None:
        """Hears of turns that other tabs of the same thread begin."""
        group = f"thread.{self.desk.thread_id}"
        if group == self.group:
            return
        await self._leave()
        self.group = group
        await self._on_layer(self.channel_layer.group_add(group, self.channel_name))

    async def _leave(self) -> None:
        if self.group:
            discard = self.channel_layer.group_discard(self.group, self.channel_name)
            await self._on_layer(discard)
        self.group = ""

    async def _nudge(self, turn_id: str) -> None:
        event = {"type": "turn.begun", "turn": turn_id}
        await self._on_layer(self.channel_layer.group_send(self.group, event))

    async def _on_layer(self, call: Any) -> None:
        """The layer carries nudges only: without Redis the answer comes anyway."""
        try:
            await call
        except (OSError, RedisError) as error:
            log.warning("the channel layer is away: %s", error)

    async def turn_begun(self, event: dict[str, str]) -> None:
        # A nudge may come back to the tab that asked when the turn is over already.
        if event["turn"] not in self.following:
            self._follow(event["turn"], 0)


class NoSuchPlace(AsyncWebsocketConsumer):
    """Closes sockets at unknown addresses; without it they end in a stack trace."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOT_FOUND)
