"""Runs the database work of the event loop in threads."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, ParamSpec, TypeVar

from django.db import connections, transaction

P = ParamSpec("P")
T = TypeVar("T")
# A quarter of the connections in the pool; the others are for requests. More threads
# finish no more work: they take the interpreter from each other and the event loop.
MOST = 4
_held: contextvars.ContextVar[ThreadPoolExecutor | None] = contextvars.ContextVar(
    "held", default=None
)


async def run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs blocking work in a thread and returns its connection to the pool.

    asgiref's default is one thread for the whole process, where queries would queue.
    """
    context = contextvars.copy_context()
    job = partial(context.run, _in_thread, partial(work, *args, **kwargs))
    executor = _held.get() or _executor()
    return await asyncio.get_running_loop().run_in_executor(executor, job)


def is_undone() -> bool:
    """Whether the work of this context will be rolled back."""
    return _held.get() is not None


@contextmanager
def undone() -> Iterator[Callable[..., Any]]:
    """Runs everything in one thread and rolls back its transaction in the end.

    This covers the database work of turns as well, so staff can try changes that nobody
    else sees. Yields a function that runs blocking work in the thread.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="undone") as executor:

        def do(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
            job = partial(contextvars.copy_context().run, work, *args, **kwargs)
            return executor.submit(job).result()

        hold = transaction.atomic()
        do(hold.__enter__)
        before = _held.set(executor)
        try:
            yield do
        finally:
            _held.reset(before)
            do(transaction.set_rollback, True)
            do(hold.__exit__, None, None, None)
            do(connections.close_all)


def _in_thread(work: Callable[[], T]) -> T:
    try:
        return work()
    finally:
        # A thread that kept its connection would hold its place in the pool for ever.
        if _held.get() is None:
            connections.close_all()


@cache
def _executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST, thread_name_prefix="database")
