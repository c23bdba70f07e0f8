"""The channel layer: Redis pub/sub that does without Redis when it is away."""

from __future__ import annotations

import asyncio
import logging
from uuid import uuid4

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis import RedisError

log = logging.getLogger(__name__)


class NudgeLayer(RedisPubSubChannelLayer):
    """Carries nudges between tabs only, so a socket opens without Redis too."""

    async def new_channel(self, prefix: str = "specific.") -> str:
        layer = self._get_layer()
        try:
            name: str = await layer.new_channel(prefix)
        except (OSError, RedisError) as error:
            log.warning("no nudges between tabs: %s", error)
            name = f"{layer.prefix}{prefix}{uuid4().hex}"
            layer.channels[name] = asyncio.Queue()  # stays empty
        return name
