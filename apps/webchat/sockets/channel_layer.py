"""The channel layer: Redis pub/sub that tolerates the absence of Redis."""

from __future__ import annotations

import asyncio
import logging
from uuid import uuid4

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis import RedisError

from apps.infrastructure import redis

# `new_channel` uses private names of it; tests/project/test_private_names.py compares.
WRITTEN_FOR = {"channels_redis": "4.3.0"}
log = logging.getLogger(__name__)


class NotificationLayer(RedisPubSubChannelLayer):
    """Notifies the tabs of a thread. A socket opens without Redis too."""

    async def new_channel(self, prefix: str = "specific.") -> str:
        layer = self._get_layer()
        name: str = f"{layer.prefix}{prefix}{uuid4().hex}"
        try:
            async with asyncio.timeout(redis.ANSWER_SECONDS):
                await layer._subscribe_to_channel(name)
        except (OSError, RedisError) as error:
            log.warning("tabs cannot be notified: %s", error)  # its queue stays empty
        return name
