"""Clients of the Redis that all processes share.

What is kept there may be lost at any moment: callers go on without it.
"""

from __future__ import annotations

from functools import cache

from django.conf import settings
from redis import Redis
from redis import asyncio as redis_asyncio
from redis.backoff import NoBackoff
from redis.retry import Retry

from apps.infrastructure.loop_clients import clients

# An answer must not wait long for a server that is away.
CONNECT_SECONDS = 1
ANSWER_SECONDS = 2
PREFIX = "concierge"


def shared() -> redis_asyncio.Redis:
    """The running loop's client; raises `RedisError` or `OSError` when it is away."""
    return clients().get("redis", _open)


@cache
def blocking() -> Redis:
    """The client of threads, commands and Celery tasks."""
    return Redis.from_url(
        settings.REDIS_SHARED_URL,
        socket_timeout=ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
    )


@cache
def broker() -> Redis:
    """The database that holds the queue of Celery's tasks."""
    return Redis.from_url(
        settings.REDIS_BROKER_URL,
        socket_timeout=ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
    )


def key(*parts: object) -> str:
    """Name of a key of ours: `concierge:turn:...`."""
    return ":".join([PREFIX, *map(str, parts)])


def _open() -> redis_asyncio.Redis:
    client: redis_asyncio.Redis = redis_asyncio.Redis.from_url(
        settings.REDIS_SHARED_URL,
        socket_timeout=ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
        protocol=2,
        # Who calls decides about trying again: most have a better answer.
        retry=Retry(NoBackoff(), 1),
    )
    return client
