"""The turns whose events a tab receives, each from a task of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

SendEvents = Callable[[str, int], Coroutine[Any, Any, None]]
# Of a socket, including those that are over.
MAX_FOLLOWED = 32


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
