"""Counts the open websockets of guests, in all processes together."""

from __future__ import annotations

from redis import RedisError

from apps.infrastructure import redis

# Each socket has a channel of its own.
CHANNELS = "*specific.*"
UNKNOWN = -1


def count() -> int:
    """-1 when Redis is unavailable."""
    try:
        return len(redis.blocking().pubsub_channels(CHANNELS))
    except (RedisError, OSError):
        return UNKNOWN
