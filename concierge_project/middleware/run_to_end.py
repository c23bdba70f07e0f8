"""Lets a request end by itself after the server has given it up.

Daphne cancels what still runs ten seconds after its client has gone. The thread of the
view then ends without giving its database connection back to the pool: some hundred
requests whose clients hang up would leave none. Django itself cancels a request, once
its client has gone, and waits for the thread.
"""

from __future__ import annotations

import asyncio

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    Scope,
)


class RunToEnd:
    """ASGI middleware."""

    def __init__(self, app: ASGI3Application) -> None:
        self._app = app
        # The loop holds no reference to a task that nobody awaits.
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(
            self._app(scope, receive, send)
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)
