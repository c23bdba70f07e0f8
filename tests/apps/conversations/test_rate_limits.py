"""Who asks too often waits; all others do not."""

from __future__ import annotations

import asyncio
from unittest.mock import patch
from uuid import uuid4

import pytest
from pytest_django import Settings
from redis.asyncio import Redis

from apps.conversations.turns.limits import rate_limits
from apps.conversations.turns.limits.rate_limits import WINDOW_SECONDS, Limiter
from apps.infrastructure import redis


@pytest.fixture(autouse=True)
def _low_limits(settings: Settings, closed_connections: None) -> None:
    settings.RATE_LIMIT_PER_MINUTE, settings.RATE_LIMIT_ADDRESS_PER_MINUTE = 2, 3


async def waits(guest: str, address: str, times: int) -> list[bool]:
    return [bool(await rate_limits.wait_seconds(guest, address)) for _ in range(times)]


async def test_it_limits_a_guest() -> None:
    alice = str(uuid4())
    assert await waits(alice, str(uuid4()), 3) == [False, False, True]
    wait_seconds = await rate_limits.wait_seconds(alice, "elsewhere")
    assert rate_limits.LEAST_SECONDS <= wait_seconds <= 60


async def test_it_limits_an_address_with_many_guests() -> None:
    hotel = str(uuid4())
    for guest in range(3):
        assert await waits(f"{hotel}-{guest}", hotel, 1) == [False]
    assert await waits(f"{hotel}-another", hotel, 1) == [True]


async def test_it_limits_an_address_that_asks_everything_at_once(
    settings: Settings,
) -> None:
    settings.RATE_LIMIT_ADDRESS_PER_MINUTE = 120
    crowd = str(uuid4())
    waits = [rate_limits.wait_seconds(str(uuid4()), crowd) for _ in range(400)]
    refused = [bool(wait) for wait in await asyncio.gather(*waits)]
    assert refused.count(False) == 120


async def test_it_counts_in_the_process_when_redis_is_away(settings: Settings) -> None:
    settings.REDIS_SHARED_URL = "redis://127.0.0.1:1"
    assert await waits("alice", "hotel", 4) == [False, False, True, True]
    assert await waits("bob", "hotel", 2) == [False, True]


async def test_it_counts_commands_apart_from_questions() -> None:
    alice, hotel = str(uuid4()), str(uuid4())
    assert await waits(alice, hotel, 3) == [False, False, True]
    commands = [
        await rate_limits.wait_seconds(alice, hotel, rate_limits.Pace.COMMAND)
        for _ in range(11)
    ]
    assert [bool(wait) for wait in commands] == [False] * 10 + [True]


async def test_processes_share_their_counts_in_one_round_trip() -> None:
    limits = {redis.key("limit", str(uuid4())): 2, redis.key("limit", str(uuid4())): 3}
    process, other_process = Limiter(), Limiter()
    execute = Redis.execute_command
    with patch.object(Redis, "execute_command", autospec=True) as send:
        send.side_effect = execute
        await process.hit(limits)
    sent = [call.args[1] for call in send.call_args_list]
    assert sent in (["EVALSHA"], ["EVALSHA", "SCRIPT LOAD", "EVALSHA"])
    assert await process.hit(limits) == 0
    assert await other_process.hit(limits) > 0
    for limiter in (process, other_process):
        await limiter.aclose()


@pytest.mark.parametrize(("hits_before", "share"), [(60, 0.0), (120, 0.5), (240, 0.75)])
async def test_the_minute_before_counts_less_and_less(
    hits_before: int, share: float
) -> None:
    key, limiter, client = redis.key("limit", str(uuid4())), Limiter(), redis.shared()
    seconds, microseconds = await client.time()
    window, gone = divmod((seconds + microseconds / 1e6) / WINDOW_SECONDS, 1)
    await client.set(f"{key}:{window - 1:.0f}", hits_before, ex=WINDOW_SECONDS)
    wait = await limiter.hit({key: 60})
    await limiter.aclose()
    # One question is free again when this share of the minute has gone.
    assert wait == pytest.approx(max(0, (share - gone) * WINDOW_SECONDS), abs=1.1)


async def test_a_full_minute_is_waited_for_to_its_end() -> None:
    key, limiter, client = redis.key("limit", str(uuid4())), Limiter(), redis.shared()
    seconds, microseconds = await client.time()
    window, gone = divmod((seconds + microseconds / 1e6) / WINDOW_SECONDS, 1)
    for offset in (0, 1):  # the minute may end meanwhile
        await client.set(f"{key}:{window + offset:.0f}", 5, ex=2 * WINDOW_SECONDS)
    wait = await limiter.hit({key: 5})
    await limiter.aclose()
    left = (1 - gone) * WINDOW_SECONDS
    assert min(abs(wait - left), abs(wait - left - WINDOW_SECONDS)) <= 1.1
