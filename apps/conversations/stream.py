"""The events of a running turn, for everybody who follows it in this process.

Nothing here is authoritative: the answer's final truth is its row in Postgres.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from apps.conversations.events import Event, is_last


class Stream:
    """An append-only list of events with followers that wait for more."""

    def __init__(self, turn_id: str) -> None:
        self.turn_id = turn_id
        self._events: list[Event] = []
        self._more = asyncio.Event()

    def publish(self, event: Event) -> Event:
        """Numbers the event and hands it on."""
        numbered = {**event, "turn": self.turn_id, "seq": len(self._events) + 1}
        self._events.append(numbered)
        self._more.set()
        return numbered

    @property
    def is_over(self) -> bool:
        return bool(self._events) and is_last(self._events[-1])

    async def follow(self, after: int = 0) -> AsyncIterator[list[Event]]:
        """All events behind number `after`, those ready at the same time together."""
        while True:
            ready = self._events[after:]
            if ready:
                after += len(ready)
                yield ready
            if self.is_over and after >= len(self._events):
                return
            if after >= len(self._events):
                self._more.clear()
                await self._more.wait()
