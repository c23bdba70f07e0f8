"""How many requests Django works on at once, in all and of one address.

Each runs in a thread with a database connection of its own. Without a queue, some
hundred requests at once wait for connections that those before them hold, and fail; and
those of one address keep everybody else waiting.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from apps.webchat import client_address
from concierge_project.middleware.request_size import STAFF_PATHS

# Staff wait for their tables in a queue of their own.
MOST, MOST_OF_ADDRESS = 4, 2
# Answers take long, and have limits and threads of their own; a probe never waits.
UNQUEUED_PATHS = ("/chat", "/health")
TURNS = "/chat/"


class QueuedHandler(ASGIHandler):
    """Django behind the queue.

    No Django middleware can be it: one that is synchronous makes all before it
    synchronous too, and those run in threads already.
    """

    def __init__(self) -> None:
        super().__init__()
        self._guests, self._staff = RequestQueue(), RequestQueue()

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        queue = self._staff if path.startswith(STAFF_PATHS) else self._guests
        address = client_address.of_request(request)
        async with queue.place(address) if waits(path) else nullcontext():
            try:
                return await super().get_response_async(request)
            finally:
                # Django keeps the connection until a slow reader has everything.
                await sync_to_async(connections.close_all)()


def waits(path: str) -> bool:
    """Not so `/chat`; the page of a resort at `/chateau/` does."""
    return path not in UNQUEUED_PATHS and not path.startswith(TURNS)


class RequestQueue:
    def __init__(
        self, most: int = MOST, most_of_address: int = MOST_OF_ADDRESS
    ) -> None:
        self._all = asyncio.Semaphore(most)
        self._most_of_address = most_of_address
        self._of_address: dict[str, asyncio.Semaphore] = {}
        self._counts: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, address: str) -> AsyncIterator[None]:
        """Waits for a place; first for one of the address, so that others pass."""
        own = self._of_address.setdefault(
            address, asyncio.Semaphore(self._most_of_address)
        )
        self._counts[address] += 1
        try:
            async with own, self._all:
                yield
        finally:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address], self._of_address[address]
