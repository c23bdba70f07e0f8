"""Counters that all processes share, in Redis: events of which nothing is stored.

They count a day in UTC, may be lost with Redis, and are shown as metrics.
"""

from __future__ import annotations

import contextlib

from django.utils import timezone
from redis import RedisError

from apps.infrastructure import redis

KEEP_SECONDS = 2 * 86_400


def add(group: str, name: str) -> None:
    """Counts an event; nothing where Redis is away."""
    with contextlib.suppress(RedisError, OSError):
        client = redis.blocking()
        client.hincrby(_key(group), name, 1)
        client.expire(_key(group), KEEP_SECONDS)


def read(group: str) -> dict[str, int]:
    """Today's counts by name; empty where Redis is away."""
    with contextlib.suppress(RedisError, OSError):
        counts = redis.blocking().hgetall(_key(group))
        return {_text(name): int(count) for name, count in counts.items()}
    return {}


def _key(group: str) -> str:
    return redis.key("count", group, timezone.now().date().isoformat())


def _text(name: bytes | str) -> str:
    return name.decode() if isinstance(name, bytes) else name
