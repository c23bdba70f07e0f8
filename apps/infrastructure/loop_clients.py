"""Clients that belong to one event loop: their connections break on another."""

import asyncio
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from threading import Lock
from typing import Any, TypeVar

Client = TypeVar("Client")


class LoopClients:
    """Remembers clients per loop and forgets those of closed loops.

    A weak dictionary would not: the clients hold their loop.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._by_loop: dict[asyncio.AbstractEventLoop, dict[Hashable, Any]] = {}

    def get(self, key: Hashable, build: Callable[[], Client]) -> Client:
        """The running loop's client of `key`, built at the first call."""
        loop = asyncio.get_running_loop()
        with self._lock:
            self._forget_closed()
            clients = self._by_loop.setdefault(loop, {})
        if key not in clients:
            clients[key] = build()
        client: Client = clients[key]
        return client

    def take(self) -> Iterable[Any]:
        """Hands the running loop's clients over to be closed."""
        with self._lock:
            return self._by_loop.pop(asyncio.get_running_loop(), {}).values()

    def _forget_closed(self) -> None:
        for loop in [loop for loop in self._by_loop if loop.is_closed()]:
            del self._by_loop[loop]


@cache
def clients() -> LoopClients:
    """The clients of this process."""
    return LoopClients()
