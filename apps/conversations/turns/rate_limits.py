"""How often a guest, and an address, may ask.

Every process counts for itself first, then in Redis for all of them. A flood is refused
without a word to Redis, and a Redis that is away or busy opens nothing: what the
process has counted still holds.
"""

from __future__ import annotations

import hashlib
import logging
import math
import time
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from django.conf import settings
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis import RedisError
from redis.asyncio import BlockingConnectionPool

from apps.infrastructure import redis
from apps.infrastructure.loop_clients import clients

log = logging.getLogger(__name__)
# Who finds all of them in use waits for one, as a guest at a desk does.
MOST_CONNECTIONS = 8


class Pace(IntEnum):
    """What is counted, and how many of it come to one allowed question."""

    QUESTION = 1
    # Reading the thread, following, rating, stopping and forgetting.
    COMMAND = 5


async def wait_seconds(guest: str, address: str, pace: Pace = Pace.QUESTION) -> int:
    """Seconds until one more question may come; 0 when it may come now.

    `guest` names a thread or session; many guests of a hotel share one address.
    """
    counters = (
        ("guest", guest, settings.RATE_LIMIT_PER_MINUTE * pace),
        ("address", address, settings.RATE_LIMIT_ADDRESS_PER_MINUTE * pace),
    )
    return await _wait_of_any(pace.name, counters)


async def urgent_wait_seconds(guest: str, address: str) -> int:
    """The same for questions of guests in danger, which no other question uses up."""
    counters = (
        ("guest", guest, settings.RATE_LIMIT_URGENT_PER_MINUTE),
        ("address", address, settings.RATE_LIMIT_URGENT_ADDRESS_PER_MINUTE),
    )
    return await _wait_of_any("URGENT", counters)


async def _wait_of_any(name: str, counters: Sequence[tuple[str, str, int]]) -> int:
    """Counts a hit for each until one is full: the seconds to wait for that one."""
    limiter = clients().get("limits", Limiter)
    for kind, who, most in counters:
        item = RateLimitItemPerMinute(most)
        if wait := await limiter.wait(item, name, kind, _hidden(who)):
            return wait
    return 0


class Limiter:
    """The limiter of one event loop."""

    def __init__(self) -> None:
        pool = BlockingConnectionPool.from_url(
            settings.REDIS_SHARED_URL,
            max_connections=MOST_CONNECTIONS,
            timeout=redis.ANSWER_SECONDS,
            socket_timeout=redis.ANSWER_SECONDS,
            socket_connect_timeout=redis.CONNECT_SECONDS,
        )
        self._pool = pool
        options: dict[str, Any] = {"connection_pool": pool}
        storage = RedisStorage(
            _address(settings.REDIS_SHARED_URL),
            implementation="redispy",
            key_prefix=redis.key("limit"),
            **options,
        )
        self._here = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._shared = SlidingWindowCounterRateLimiter(storage)

    async def wait(self, item: RateLimitItem, *who: str) -> int:
        """Counts a hit; the seconds to wait when it is one too many."""
        if wait := await _hit(self._here, item, *who):
            return wait
        try:
            return await _hit(self._shared, item, *who)
        except (RedisError, OSError) as error:
            log.warning("questions are counted by this process alone: %s", error)
            return 0

    async def aclose(self) -> None:
        await self._pool.aclose()


async def _hit(
    window: SlidingWindowCounterRateLimiter, item: RateLimitItem, *who: str
) -> int:
    if await window.hit(item, *who):
        return 0
    stats = await window.get_window_stats(item, *who)
    return max(1, math.ceil(stats.reset_time - time.time()))


def _address(url: str) -> str:
    """A Redis address as the limits package spells it."""
    scheme = "async+redis+" if url.startswith("unix://") else "async+"
    return f"{scheme}{url}"


def _hidden(who: str) -> str:
    """Addresses of guests are not kept, not even for a minute."""
    key = settings.SECRET_KEY.encode()[:64]
    return hashlib.blake2b(who.encode(), key=key, digest_size=12).hexdigest()
