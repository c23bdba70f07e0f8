"""Who asks too often waits; all others do not."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest
from pytest_django import Settings

from apps.conversations.turns import rate_limits


@pytest.fixture(autouse=True)
def _low_limits(settings: Settings, closed_connections: None) -> None:
    settings.RATE_LIMIT_PER_MINUTE, settings.RATE_LIMIT_ADDRESS_PER_MINUTE = 2, 3


async def waits(guest: str, address: str, times: int) -> list[bool]:
    return [bool(await rate_limits.wait_seconds(guest, address)) for _ in range(times)]


async def test_it_limits_a_guest() -> None:
    alice = str(uuid4())
    assert await waits(alice, str(uuid4()), 3) == [False, False, True]
    assert 0 < await rate_limits.wait_seconds(alice, "elsewhere") <= 60


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
