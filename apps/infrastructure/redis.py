"""Clients of the Redis that all processes share.

Its data may be lost at any moment, so callers must work without it. A server that is
down refuses connections, which costs nothing. A server that hangs accepts them and is
silent: every call would wait for its whole time, and a page that makes ten calls for
ten times as long. So its silence is remembered, and nobody waits for it again at once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from redis import ConnectionError as RedisConnectionError
from redis import Redis, RedisError, retry
from redis import TimeoutError as RedisTimeoutError
from redis import asyncio as redis_asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff

from apps.infrastructure.loop_clients import clients

# After this long somebody tries again.
REST_SECONDS = 5.0
# An answer must not wait long for a server that is unavailable.
CONNECT_SECONDS = 1
ANSWER_SECONDS = 2
# Pages of the staff read several values; the first one that times out is the last one
# that is waited for (`Silence`).
BLOCKING_ANSWER_SECONDS = 1
PREFIX = "concierge"
ERASED = "erased-since-rewrite"
# Each night rewrites the file in any case.
ERASED_SECONDS = 24 * 60 * 60
log = logging.getLogger(__name__)


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
def silence() -> Silence:
    return Silence()


class RetryUnlessSilent(retry.Retry):
    """Opens a closed connection again, once; after a silence calls fail at once."""

    def __init__(self) -> None:
        super().__init__(NoBackoff(), 1, supported_errors=(RedisConnectionError,))

    def call_with_retry(self, do: Callable[[], Any], *args: Any, **options: Any) -> Any:
        if silence().is_on:
            raise RedisConnectionError("Redis was silent a moment ago.")
        try:
            return super().call_with_retry(do, *args, **options)
        except RedisTimeoutError:
            silence().note()
            raise


def shared() -> redis_asyncio.Redis:
    """The running loop's client; its calls raise `RedisError` or `OSError`."""
    return clients().get("redis", _open)


@cache
def blocking() -> Redis:
    """The client for threads, commands and Celery tasks."""
    return _open_blocking(settings.REDIS_SHARED_URL)


@cache
def broker() -> Redis:
    """The client for the database with the queue of Celery's tasks."""
    return _open_blocking(settings.REDIS_BROKER_URL)


def key(*parts: object) -> str:
    """The name of a key, such as `concierge:turn:...`."""
    return ":".join([PREFIX, *map(str, parts)])


def _open_blocking(url: str) -> Redis:
    return Redis.from_url(
        url,
        socket_timeout=BLOCKING_ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
        retry=RetryUnlessSilent(),
    )


def _open() -> redis_asyncio.Redis:
    client: redis_asyncio.Redis = redis_asyncio.Redis.from_url(
        settings.REDIS_SHARED_URL,
        socket_timeout=ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
        protocol=2,
        # Callers decide whether to retry; most have a better fallback. A connection
        # that was closed is opened again; who was silent once is not asked twice.
        retry=AsyncRetry(NoBackoff(), 1, supported_errors=(RedisConnectionError,)),
    )
    return client


def rewrite_log() -> bool:
    """Has Redis write the file anew, without what was deleted; False if it cannot.

    A server without such a file has nothing to write, and some hosts refuse.
    """
    client = blocking()
    try:
        if not client.info("persistence").get("aof_enabled"):
            return False
        client.bgrewriteaof()
    except (RedisError, OSError) as error:
        log.warning("Redis does not rewrite its file: %s", type(error).__name__)
        return False
    return True


async def note_erasure() -> None:
    """Have `rewrite_log_after_erasure` rewrite it; raises RedisError or OSError."""
    await shared().set(key(ERASED), 1, ex=ERASED_SECONDS)


def rewrite_log_after_erasure() -> bool:
    """Once for all erasures since it was called last; False if there was none."""
    try:
        if not blocking().getdel(key(ERASED)):
            return False
    except (RedisError, OSError) as error:
        log.warning("Redis does not tell of erasures: %s", type(error).__name__)
        return False
    return rewrite_log()
