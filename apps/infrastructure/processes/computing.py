"""How much work a process does at once, in the order in which it came, and how much may
wait for a place.

Work that all computes at once is all done late: it shares one processor. A piece of
work that waits for a remote model, or for vectors that a worker makes, computes
nothing: it gives its place to the next.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar


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


class _Place:
    def __init__(self, capacity: Capacity) -> None:
        self._capacity, self._is_taken = capacity, True

    def leave(self) -> None:
        if self._is_taken:
            self._is_taken = False
            self._capacity.give_back()


_held: ContextVar[_Place | None] = ContextVar("computing_place", default=None)


@asynccontextmanager
async def place(capacity: Capacity) -> AsyncIterator[None]:
    """Waits for a place, and holds it until the end or until `leave`."""
    if not capacity.take():
        await capacity.wait()
    held = _Place(capacity)
    before = _held.set(held)
    try:
        yield
    finally:
        _held.reset(before)
        held.leave()


def leave() -> None:
    """Gives back the place of this context, if it holds one, before a wait."""
    if held := _held.get():
        held.leave()
