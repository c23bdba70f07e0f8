"""Counts the open websockets of guests, in all processes together."""

from __future__ import annotations

import redis
from django.conf import settings

# Each socket has a channel of its own.
CHANNELS = "*specific.*"
TIMEOUT_SECONDS = 1
UNKNOWN = -1


def count() -> int:
    """-1 when Redis is unavailable."""
    client = redis.Redis.from_url(
        settings.REDIS_SHARED_URL, socket_timeout=TIMEOUT_SECONDS
    )
    try:
        return len(client.pubsub_channels(CHANNELS))
    except redis.RedisError:
        return UNKNOWN
    finally:
        client.close()
