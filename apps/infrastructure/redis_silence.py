"""Remembers that Redis was silent, so that nobody waits for it again at once.

A server that is down refuses connections, which costs nothing. A server that hangs
accepts them and is silent: every call would wait for its whole time, and a page that
makes ten calls for ten times as long.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any

from redis import ConnectionError as RedisConnectionError
from redis import TimeoutError as RedisTimeoutError
from redis import retry
from redis.backoff import NoBackoff

# After this long somebody tries again.
REST_SECONDS = 5.0


class Silence:
    """What this process knows of its Redis."""

    def __init__(self) -> None:
        self._ends_at = 0.0

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self._ends_at

    def note(self) -> None:
        self._ends_at = time.monotonic() + REST_SECONDS

    def forget(self) -> None:
        self._ends_at = 0.0


@cache
def current() -> Silence:
    return Silence()


class Retry(retry.Retry):
    """Opens a closed connection again, once; after a silence calls fail at once."""

    def __init__(self) -> None:
        super().__init__(NoBackoff(), 1, supported_errors=(RedisConnectionError,))

    def call_with_retry(self, do: Callable[[], Any], *args: Any, **options: Any) -> Any:
        if current().is_on:
            raise RedisConnectionError("Redis was silent a moment ago.")
        try:
            return super().call_with_retry(do, *args, **options)
        except RedisTimeoutError:
            current().note()
            raise
