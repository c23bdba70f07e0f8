"""Clients of the Redis that all processes share.

Its data may be lost at any moment, so callers must work without it.
"""

from __future__ import annotations

from functools import cache

from django.conf import settings
from redis import ConnectionError as RedisConnectionError
from redis import Redis
from redis import asyncio as redis_asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff

from apps.infrastructure import redis_silence
from apps.infrastructure.loop_clients import clients

# An answer must not wait long for a server that is unavailable.
CONNECT_SECONDS = 1
ANSWER_SECONDS = 2
# Pages of the staff read several values; the first one that times out is the last one
# that is waited for (`redis_silence`).
BLOCKING_ANSWER_SECONDS = 1
PREFIX = "concierge"


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
        retry=redis_silence.Retry(),
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
