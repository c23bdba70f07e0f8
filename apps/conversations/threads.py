"""Database work of the event loop, done in threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")


async def run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs blocking work beside others and gives its connection back.

    asgiref's default is one thread for the whole process: eight queries would queue.
    """

    def in_thread() -> T:
        try:
            return work(*args, **kwargs)
        finally:
            # A thread that keeps its connection holds a place of the pool for ever.
            connections.close_all()

    return await sync_to_async(in_thread, thread_sensitive=False)()
