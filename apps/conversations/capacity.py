"""How many turns a process runs at once, and how many may wait for a place."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Start = Callable[[], None]


class Capacity:
    """Places in the order of asking."""

    def __init__(self, places: int, waiting: int) -> None:
        self._free = places
        self._most_waiting = waiting
        self._queue: deque[Start] = deque()

    @property
    def is_exhausted(self) -> bool:
        """Whether one more guest would wait longer than is kind."""
        return self._free == 0 and len(self._queue) >= self._most_waiting

    def take(self) -> bool:
        """A place, if one is free now."""
        if self._free == 0:
            return False
        self._free -= 1
        return True

    def wait(self, start: Start) -> None:
        """`start` is called with a place taken for it."""
        self._queue.append(start)

    def leave(self, start: Start) -> None:
        """Who waits no longer."""
        if start in self._queue:
            self._queue.remove(start)

    def give_back(self) -> None:
        """The place goes to who has waited longest."""
        if self._queue:
            self._queue.popleft()()
        else:
            self._free += 1
