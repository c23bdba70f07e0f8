"""Processes that die between two statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


class Killed(BaseException):
    """Nothing catches it, as nothing catches a signal."""


@contextmanager
def killed_before(statement: int | None) -> Iterator[None]:
    """The process dies before this statement of the block, counted from 0; of None, or
    where there are fewer, it does not.

    What stands in an unfinished transaction is rolled back. A release of the outermost
    savepoint is the commit: who dies there has stored all, and does nothing after it.
    """
    left = -1 if statement is None else statement

    def execute(run: Callable[..., Any], *arguments: Any) -> Any:
        nonlocal left
        left -= 1
        if left == -1:
            raise Killed
        return run(*arguments)

    with connection.execute_wrapper(execute):
        yield
