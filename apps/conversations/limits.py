"""How often a guest, and an address, may ask; counted in Redis for all processes.

Without Redis everybody may pass: a resort that does not answer at all is worse, and
the turns that one process runs are limited anyway.
"""

from __future__ import annotations

import hashlib
import logging
import math
import time
from typing import Any

from django.conf import settings
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.aio.storage import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis import RedisError

from apps.backplane import redis
from apps.backplane.loops import clients

log = logging.getLogger(__name__)


async def wait_seconds(guest: str, address: str) -> int:
    """Seconds until one more question may come; 0 when it may come now.

    `guest` names a thread or session; many guests of a hotel share one address.
    """
    counters = (
        (RateLimitItemPerMinute(settings.RATE_LIMIT_PER_MINUTE), "guest", guest),
        (
            RateLimitItemPerMinute(settings.RATE_LIMIT_ADDRESS_PER_MINUTE),
            "address",
            address,
        ),
    )
    limiter = clients().get("limits", Limiter)
    try:
        for item, kind, who in counters:
            if wait := await limiter.wait(item, kind, _hidden(who)):
                return wait
    except (RedisError, OSError) as error:
        log.warning("questions are not counted: %s", error)
    return 0


class Limiter:
    """The limiter of one event loop."""

    def __init__(self) -> None:
        self._storage = RedisStorage(
            _address(settings.REDIS_SHARED_URL),
            implementation="redispy",
            key_prefix=redis.key("limit"),
            socket_timeout=redis.ANSWER_SECONDS,
            socket_connect_timeout=redis.CONNECT_SECONDS,
        )
        self._window = SlidingWindowCounterRateLimiter(self._storage)

    async def wait(self, item: RateLimitItem, *who: str) -> int:
        if await self._window.hit(item, *who):
            return 0
        stats = await self._window.get_window_stats(item, *who)
        return max(1, math.ceil(stats.reset_time - time.time()))

    async def aclose(self) -> None:
        bridge: Any = self._storage.bridge
        await bridge.storage.aclose()


def _address(url: str) -> str:
    """A Redis address as the limits package spells it."""
    scheme = "async+redis+" if url.startswith("unix://") else "async+"
    return f"{scheme}{url}"


def _hidden(who: str) -> str:
    """Addresses of guests are not kept, not even for a minute."""
    key = settings.SECRET_KEY.encode()[:64]
    return hashlib.blake2b(who.encode(), key=key, digest_size=12).hexdigest()
