"""Database work of the event loop, done in threads."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")
# As many as the connection pool has places.
MOST = 8


async def run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs blocking work beside others and gives its connection back.

    asgiref's default is one thread for the whole process: eight queries would queue.
    """
    context = contextvars.copy_context()
    job = partial(context.run, _in_thread, partial(work, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_executor(), job)


def _in_thread(work: Callable[[], T]) -> T:
    try:
        return work()
    finally:
        # A thread that keeps its connection holds a place of the pool for ever.
        connections.close_all()


@cache
def _executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST, thread_name_prefix="database")
