"""Keeps clients per event loop, because their connections work on one loop only, and
closes them when a loop ends before its process does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from threading import Lock
from typing import Any, TypeVar

Client = TypeVar("Client")


class LoopClients:
    """Holds clients per loop and drops those of closed loops.

    A weak dictionary would keep them, because clients hold a reference to their loop.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._by_loop: dict[asyncio.AbstractEventLoop, dict[Hashable, Any]] = {}

    def get(self, key: Hashable, build: Callable[[], Client]) -> Client:
        """The running loop's client for `key`, built on first use."""
        loop = asyncio.get_running_loop()
        with self._lock:
            self._forget_closed()
            clients = self._by_loop.setdefault(loop, {})
        if key not in clients:
            clients[key] = build()
        client: Client = clients[key]
        return client

    def take(self) -> Iterable[Any]:
        """Removes and returns the running loop's clients, for the caller to close."""
        with self._lock:
            return self._by_loop.pop(asyncio.get_running_loop(), {}).values()

    def _forget_closed(self) -> None:
        for loop in [loop for loop in self._by_loop if loop.is_closed()]:
            del self._by_loop[loop]


@cache
def clients() -> LoopClients:
    """The clients of this process."""
    return LoopClients()


async def close() -> None:
    """Closes the running loop's clients and pools; for commands, tasks and tests."""
    for client in clients().take():
        await (client.aclose() if hasattr(client, "aclose") else client.close())
