"""How many guests' pages are connected, in all processes together."""

from __future__ import annotations

import redis
from django.conf import settings

# Every socket listens on a channel of its own for nudges of its other tabs.
CHANNELS = "*specific.*"
TIMEOUT_SECONDS = 1
UNKNOWN = -1


def count() -> int:
    """-1 when Redis is away."""
    client = redis.Redis.from_url(
        settings.REDIS_SHARED_URL, socket_timeout=TIMEOUT_SECONDS
    )
    try:
        return len(client.pubsub_channels(CHANNELS))
    except redis.RedisError:
        return UNKNOWN
    finally:
        client.close()
