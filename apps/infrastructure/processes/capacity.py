"""How much work a process does at once, and how much may wait for a place."""

from __future__ import annotations

import asyncio
from collections import deque


class Capacity:
    """Places in the order of asking."""

    def __init__(self, places: int, waiting: int = 0) -> None:
        self._free = places
        self._most_waiting = waiting
        self._waiters: deque[asyncio.Future[None]] = deque()

    @property
    def is_exhausted(self) -> bool:
        """Whether another guest would wait longer than is kind."""
        return self._free == 0 and len(self._waiters) >= self._most_waiting

    def take(self) -> bool:
        """A place, if one is free now."""
        if self._free == 0:
            return False
        self._free -= 1
        return True

    async def wait(self) -> None:
        """Returns with a place taken; a waiter that is cancelled holds none."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.cancelled():
                self._forget(waiter)
            else:
                self.give_back()  # the place came in the moment of the cancellation
            raise

    def give_back(self) -> None:
        """The place goes to who has waited longest."""
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self._free += 1

    def _forget(self, waiter: asyncio.Future[None]) -> None:
        if waiter in self._waiters:
            self._waiters.remove(waiter)
