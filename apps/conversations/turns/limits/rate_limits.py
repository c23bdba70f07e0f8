"""How often a guest, and an address, may ask.

Every process counts for itself first, then in Redis for all processes, where one script
counts all that a question uses up. A flood is refused without asking Redis, and while
Redis is away or busy the counts of the process still hold.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path

from django.conf import settings
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis import RedisError
from redis.asyncio import BlockingConnectionPool, Redis

from apps.concierge.guardrails import checks
from apps.conversations.stream.events import Event
from apps.infrastructure import redis
from apps.infrastructure.loop_clients import clients
from apps.llm import embeddings

log = logging.getLogger(__name__)
# While all of them are in use, a request waits for one.
MAX_CONNECTIONS = 8
WINDOW_SECONDS = 60
# What asks to wait says the seconds in the plural.
LEAST_SECONDS = 2


class Pace(IntEnum):
    """What is counted, and how many of these equal one allowed question."""

    QUESTION = 1
    # Opening a thread, following, rating, stopping and forgetting.
    COMMAND = 5


async def wait_seconds(guest: str, address: str, pace: Pace = Pace.QUESTION) -> int:
    """Seconds until one more question may come; 0 when it may come now.

    `guest` names a thread or session; many guests of a hotel share one address. All
    whom nobody knows, with an empty name, are counted together at their address.
    """
    counters = (
        ("guest", guest, settings.RATE_LIMIT_PER_MINUTE * pace)
        if guest
        else ("stranger", address, settings.RATE_LIMIT_STRANGERS_PER_MINUTE * pace),
        ("address", address, settings.RATE_LIMIT_ADDRESS_PER_MINUTE * pace),
    )
    return await _first_wait(pace.name, counters)


@dataclass(frozen=True)
class Limit:
    """A limit that is reached; danger: what kind of it the guest seems to be in."""

    seconds: int
    danger: str = ""


@dataclass(frozen=True)
class TooFast:
    """A refusal: the seconds to wait, and the event that says so.

    is_urgent: the event holds numbers to call instead of a request to wait.
    """

    seconds: int
    event: Event
    is_urgent: bool = False


async def question_limit(guest: str, address: str, text: str) -> Limit | None:
    """Counts a question: the limit that refuses it, None when it may come now.

    A message of a guest who is likely in danger passes a limit that is reached, with a
    limit of its own.
    """
    seconds = await wait_seconds(guest, address)
    if not seconds:
        return None
    danger = await danger_in(text)
    if danger:
        seconds = await urgent_wait_seconds(guest, address)
    return Limit(seconds, danger) if seconds else None


async def danger_in(text: str) -> str:
    """The kind of danger that a message tells of; empty for none."""
    return await asyncio.to_thread(_danger, text)


def is_urgent(text: str) -> bool:
    """Whether the words alone tell of danger: for doors that are switched off."""
    return checks.is_urgent(text)


def _danger(text: str) -> str:
    [vector] = embeddings.local().embed_queries([text])
    return checks.likely_urgency(text, vector)


async def urgent_wait_seconds(guest: str, address: str) -> int:
    """The same for questions of guests in danger, which no other question uses up."""
    most_of_address = settings.RATE_LIMIT_URGENT_ADDRESS_PER_MINUTE
    counters = [("address", address, most_of_address)]
    if guest:
        most_of_guest = settings.RATE_LIMIT_URGENT_PER_MINUTE
        counters.insert(0, ("guest", guest, most_of_guest))
    return await _first_wait("URGENT", counters)


async def _first_wait(name: str, counters: Sequence[tuple[str, str, int]]) -> int:
    """Counts a hit for each until one is full: the seconds to wait for that one."""
    limits = {
        redis.key("limit", name, kind, hashed(caller)): per_minute
        for kind, caller, per_minute in counters
    }
    seconds = await clients().get("limits", Limiter).hit(limits)
    return max(seconds, LEAST_SECONDS) if seconds else 0


class Limiter:
    """The limiter of one event loop."""

    def __init__(self) -> None:
        pool = BlockingConnectionPool.from_url(
            settings.REDIS_SHARED_URL,
            max_connections=MAX_CONNECTIONS,
            timeout=redis.ANSWER_SECONDS,
            socket_timeout=redis.ANSWER_SECONDS,
            socket_connect_timeout=redis.CONNECT_SECONDS,
        )
        self._pool = pool
        self._local = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._count_shared = Redis(connection_pool=pool).register_script(_script())

    async def hit(self, limits: Mapping[str, int]) -> int:
        """Counts a hit for each key; the seconds to wait when it is one too many.

        limits: hits a minute, by key.
        """
        for key, per_minute in limits.items():
            if seconds := await self._hit_local(
                RateLimitItemPerMinute(per_minute), key
            ):
                return seconds
        try:
            values = [WINDOW_SECONDS, *limits.values()]
            return int(await self._count_shared(keys=[*limits], args=values))
        except (RedisError, OSError) as error:
            log.warning("questions are counted by this process alone: %s", error)
            return 0

    async def _hit_local(self, item: RateLimitItem, key: str) -> int:
        if await self._local.hit(item, key):
            return 0
        stats = await self._local.get_window_stats(item, key)
        return max(1, math.ceil(stats.reset_time - time.time()))

    async def aclose(self) -> None:
        await self._pool.aclose()


@cache
def _script() -> str:
    return Path(__file__).with_name("count_hits.lua").read_text(encoding="utf-8")


def hashed(caller: str) -> str:
    """Addresses of guests are not stored, not even for a minute."""
    key = settings.SECRET_KEY.encode()[:64]
    return hashlib.blake2b(caller.encode(), key=key, digest_size=12).hexdigest()
