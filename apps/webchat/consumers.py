"""The guest's websocket: parses frames, calls the chat session, sends events."""

from __future__ import annotations

import logging
from contextlib import nullcontext
from functools import partial
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID

import orjson
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from apps.conversations.stream.events import STAFF_TYPES, Event
from apps.conversations.turns import chat_session
from apps.conversations.turns.chat_session import ChatSession
from apps.conversations.turns.limits import rate_limits
from apps.infrastructure import database_threads
from apps.webchat import client_address, staff_trace
from apps.webchat.not_found import NOT_FOUND
from apps.webchat.page import place_in_focus
from apps.webchat.sockets import page_commands, websocket_frames
from apps.webchat.sockets.tabs import FollowedTurns, IdleTimer, TabGroup
from apps.webchat.sockets.websocket_frames import (
    RATE_LIMITED,
    Frame,
    FrameRate,
    InvalidFrame,
)

log = logging.getLogger(__name__)
# Servers may only choose from 3000 to 4999; these follow the codes of HTTP.
IDLE = 4408
TOO_FAST = 4429
# For programs and the consoles of browsers; the page says it in the guest's language.
TOO_FAST_REASON = "Too many messages; please wait a minute."
TRY_AGAIN = 4503


class ChatConsumer(AsyncWebsocketConsumer):
    """One browser tab. It shows turns; they go on when it closes."""

    async def connect(self) -> None:
        self.followed_turns = FollowedTurns(self._send_all)
        self.tabs = TabGroup(self.channel_layer, self.channel_name)
        self.forgotten_threads: set[str] = set()
        self.frame_rate = FrameRate()
        self.idle_timer = IdleTimer(partial(self.close, IDLE))
        try:
            query = dict(parse_qsl(self.scope["query_string"].decode()))
            chat = await chat_session.open_property(
                self.scope["url_route"]["kwargs"]["slug"],
                websocket_frames.page_language(query),
            )
            if chat is not None:
                chat.place_in_focus = place_in_focus.number_in(query)
                with chat.scope():
                    chat.is_staff = await database_threads.run(
                        staff_trace.is_visible, self.scope.get("user"), chat.place
                    )
        except DatabaseError as error:
            log.warning("no session can be opened: %s", error)
            await self._refuse(TRY_AGAIN)
            return
        if chat is None:
            await self._refuse(NOT_FOUND)
            return
        self.session = chat
        await self.accept()
        self.idle_timer.start()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Runs the handler of a message.

        Channels first closes old connections in asgiref's one thread, where a frame
        would wait for every page that is rendered. Here `database_threads` closes them.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for {message['type']}")
        session: ChatSession | None = getattr(self, "session", None)
        with session.scope() if session else nullcontext():
            await handler(message)

    async def _refuse(self, code: int) -> None:
        """Browsers see the code of a socket only once it was open."""
        await self.accept()
        await self.close(code)

    async def disconnect(self, code: int) -> None:
        self.followed_turns.cancel()
        self.idle_timer.cancel()
        await self.tabs.leave()

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        self.idle_timer.note_activity()
        if not self.frame_rate.allows_one_more():
            await self.close(TOO_FAST, TOO_FAST_REASON)
            return
        try:
            await self._run(websocket_frames.parse(text_data))
        except InvalidFrame as error:
            await self._send([await self._refusal(error)])
        except chat_session.ErasedThread:
            await self._send([{"type": "forgotten", "memory": ""}])
        except chat_session.ConciergePaused:
            await self._send([self.session.notice("resort_paused")])
        except chat_session.TooManyUnanswered:
            await self._send([await self.session.please_wait("one_moment")])
        except chat_session.Overloaded:
            await self._send([await self.session.please_wait("overloaded")])
        except DatabaseError:
            log.exception("a frame could not be served")
            await self._send([self.session.trouble()])

    async def _refusal(self, error: InvalidFrame) -> Event:
        text = error.long_text
        more = {"message": await self.session.too_long(text)} if text else {}
        return {**self.session.notice(error.reply), **more}

    async def _run(self, frame: Frame) -> None:
        commands = {
            "hello": self._hello,
            "ask": self._ask,
            "stop": self._stop,
            "resume": self._resume,
            "rate": self._rate,
            "forget": self._forget,
            "memory": self._memory,
            "request": self._request,
            "bookings": self._bookings,
            "share": self._share,
            "ping": self._pong,
        }
        if frame.type not in commands:
            raise InvalidFrame("not_text")
        if frame.type in RATE_LIMITED and (seconds := await self._wait_seconds(frame)):
            if frame.type == "memory":  # whose panel says why nothing happens
                await self._send([await page_commands.too_fast(self.session, seconds)])
            else:
                await self.close(TOO_FAST, TOO_FAST_REASON)
            return
        await commands[frame.type](frame)

    async def _wait_seconds(self, frame: Frame) -> int:
        guest = self.session.guest_key(frame.thread, frame.secret)
        address = client_address.of_socket(self.scope)
        return await rate_limits.wait_seconds(guest, address, rate_limits.Pace.COMMAND)

    async def _hello(self, frame: Frame) -> None:
        self.session.memory.choose_key(frame.memory_key)
        history = await self.session.open(frame.thread, frame.secret)
        self.followed_turns.note_history(
            message["turn"] for message in history["messages"]
        )
        await self.tabs.join(self.session.thread_id)
        thread_id, secret = history["thread_id"], self.session.secret
        opened = {"type": "metadata", "thread_id": thread_id, "thread_secret": secret}
        await self._send([opened, history])

    async def _ask(self, frame: Frame) -> None:
        if not frame.text or frame.id is None:
            raise InvalidFrame("empty" if frame.id else "not_text")
        guest = self.session.guest_key(frame.thread, frame.secret)
        address = client_address.of_socket(self.scope)
        if refusal := await self.session.too_fast(guest, address, frame.text):
            await self._send([refusal.event])
            return
        turn_id = await self.session.ask(
            frame.thread, frame.id, frame.text, frame.secret
        )
        await self.tabs.join(self.session.thread_id)
        self.followed_turns.follow(turn_id, 0)
        await self.tabs.notify({"type": "turn.begun", "turn": turn_id})

    async def _stop(self, frame: Frame) -> None:
        if not frame.turn:
            raise InvalidFrame("not_text")
        await self.session.stop(frame.turn)

    async def _resume(self, frame: Frame) -> None:
        if not await self.session.owns(frame.turn):
            raise InvalidFrame("not_text")
        self.followed_turns.follow(frame.turn, frame.after, restart=True)

    async def _rate(self, frame: Frame) -> None:
        opinion = (frame.turn, frame.rating, frame.reason, frame.text)
        if not await self.session.rate(*opinion):
            raise InvalidFrame("not_text")
        await self._send([{"type": "rated", "turn": frame.turn}])

    async def _forget(self, frame: Frame) -> None:
        """Erases the thread; every tab that shows it learns so."""
        thread_id = str(self.session.thread_id)
        forgotten = await self.session.memory.forget_chat()
        event = {**forgotten, "type": "thread.forgotten", "thread": thread_id}
        await self.tabs.notify(event)
        await self.thread_forgotten(event)

    async def thread_forgotten(self, event: dict[str, str]) -> None:
        """The tab that asked for it may be notified as well."""
        if event["thread"] not in self.forgotten_threads:
            self.forgotten_threads.add(event["thread"])
            self.session.leave(UUID(event["thread"]))
            await self._send([{"type": "forgotten", "memory": event["memory"]}])

    async def _memory(self, frame: Frame) -> None:
        await self._send([await page_commands.memory(self.session, frame)])

    async def _request(self, frame: Frame) -> None:
        await self._send([await page_commands.press(self.session, frame)])

    async def _bookings(self, frame: Frame) -> None:
        await self._send([await self.session.requests.open_link(frame.token)])

    async def _share(self, frame: Frame) -> None:
        await self._send([await page_commands.share(self.session, frame, self.scope)])

    async def request_moved(self, event: dict[str, str]) -> None:
        await self._send(await page_commands.moved(self.session, event["request"]))

    async def _pong(self, frame: Frame) -> None:
        await self._send([{"type": "pong"}])

    async def _send_all(self, turn_id: str, after: int) -> None:
        try:
            async for events in self.session.follow(turn_id, after):
                await self._send(events)
        except DatabaseError:
            log.exception("turn %s could not be followed", turn_id)
            await self._send([{**self.session.trouble(), "turn": turn_id}])

    async def _send(self, events: list[Event]) -> None:
        if not self.session.is_staff:
            events = [event for event in events if event["type"] not in STAFF_TYPES]
        if events:
            frame: dict[str, Any]
            frame = events[0] if len(events) == 1 else {"events": events}
            await self.send(orjson.dumps(frame).decode())

    async def turn_begun(self, event: dict[str, str]) -> None:
        self.followed_turns.follow_new(event["turn"])
