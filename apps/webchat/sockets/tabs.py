"""What the socket of a tab keeps: the turns that it follows, the group of the tabs of
its thread, and the time after which its browser is gone without a word. Tabs are told
by their group what happens to a request.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from redis import RedisError

from apps.infrastructure import redis

SendEvents = Callable[[str, int], Coroutine[Any, Any, None]]
# Of a socket, including those that are over.
MAX_FOLLOWED = 32
log = logging.getLogger(__name__)


class FollowedTurns:
    """send_events: sends the events of a turn after one of them, until it is over."""

    def __init__(self, send_events: SendEvents) -> None:
        self._send_events = send_events
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._in_history: set[str] = set()

    def note_history(self, turn_ids: Iterable[str]) -> None:
        """The page has seen these turns, and resumes them where the history ends."""
        self._in_history = set(turn_ids)

    def follow(self, turn_id: str, after: int, *, restart: bool = False) -> None:
        """A turn is followed once; with `restart` anew from this event."""
        running = self._tasks.get(turn_id)
        if running and not running.done():
            if not restart:
                return
            running.cancel()
        self._tasks[turn_id] = asyncio.create_task(self._send_events(turn_id, after))
        while len(self._tasks) > MAX_FOLLOWED:
            self._tasks.pop(next(iter(self._tasks)))

    def follow_new(self, turn_id: str) -> None:
        """One that a tab has begun; this tab may have followed it to its end."""
        if turn_id not in self._tasks and turn_id not in self._in_history:
            self.follow(turn_id, 0)

    def cancel(self) -> None:
        for task in self._tasks.values():
            task.cancel()


class TabGroup:
    """One tab's membership. Without Redis, the other tabs are not notified."""

    def __init__(self, layer: Any, channel_name: str) -> None:
        self._layer, self._channel_name = layer, channel_name
        self._name = ""

    async def join(self, thread_id: UUID | None) -> None:
        """Receives the turns that other tabs of the thread begin, and no others."""
        name = f"thread.{thread_id}"
        if name == self._name:
            return
        await self.leave()
        self._name = name
        await _tolerate_outage(self._layer.group_add(name, self._channel_name))

    async def leave(self) -> None:
        if self._name:
            discard = self._layer.group_discard(self._name, self._channel_name)
            await _tolerate_outage(discard)
        self._name = ""

    async def notify(self, event: dict[str, str]) -> None:
        """Sends an event to all tabs of the thread, this one included."""
        await _tolerate_outage(self._layer.group_send(self._name, event))


async def _tolerate_outage(call: Awaitable[None]) -> None:
    """The layer only notifies other tabs; the answer arrives without it.

    It has no limit of its own: an idle subscription waits for ever, and so does a
    connection to a Redis that was killed while it answered.
    """
    try:
        async with asyncio.timeout(redis.ANSWER_SECONDS):
            await call
    except (OSError, RedisError) as error:
        log.warning("the channel layer is unavailable: %s", error)


class IdleTimer:
    """close: called once nothing was heard for `SOCKET_IDLE_SECONDS`."""

    def __init__(self, close: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._close = close
        self._handle: asyncio.TimerHandle | None = None
        self._active_at = 0.0

    def note_activity(self) -> None:
        self._active_at = asyncio.get_running_loop().time()

    def start(self) -> None:
        self.note_activity()
        self._watch()

    def cancel(self) -> None:
        if self._handle:
            self._handle.cancel()

    def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        seconds = self._active_at + settings.SOCKET_IDLE_SECONDS - loop.time()
        if seconds > 0:
            self._handle = loop.call_later(seconds, self._watch)
        else:
            self._closing = asyncio.ensure_future(self._close())


def show_move(*, request_id: UUID, thread_id: UUID, **_: Any) -> None:
    """The card on each page of the thread is drawn again."""
    _send(str(thread_id), {"type": "request.moved", "request": str(request_id)})


def show_message(*, thread_id: str, turn_id: str, **_: Any) -> None:
    """Each page of the thread follows the turn, as one that another tab has begun."""
    _send(thread_id, {"type": "turn.begun", "turn": turn_id})


def _send(thread_id: str, event: dict[str, str]) -> None:
    """Without Redis, a page shows it when it looks at the history again."""
    if redis.silence().is_on:
        return
    try:
        async_to_sync(_send_to_group)(f"thread.{thread_id}", event)
    except TimeoutError:
        redis.silence().note()
        log.warning("pages are not notified: Redis is silent")
    except (OSError, RedisError) as error:
        log.warning("pages are not notified: %s", error)


async def _send_to_group(name: str, event: dict[str, str]) -> None:
    """The layer has no limit of its own, and staff wait for it."""
    async with asyncio.timeout(redis.BLOCKING_ANSWER_SECONDS):
        await get_channel_layer().group_send(name, event)
