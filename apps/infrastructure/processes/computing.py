"""Lets few pieces of work compute at a time, in the order in which they came.

Work that all computes at once is all done late: it shares one processor. A piece of
work that waits for a remote model, or for vectors that a worker makes, computes
nothing: it gives its place to the next.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

from apps.infrastructure.processes.capacity import Capacity


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
