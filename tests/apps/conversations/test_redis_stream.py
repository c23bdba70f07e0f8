"""What one process streams, another can read; Redis may come and go."""

from __future__ import annotations

import asyncio
from unittest.mock import patch
from uuid import uuid4

import pytest
import redis as redis_package
from pytest_django import Settings

from apps.conversations.stream import redis_stream
from apps.conversations.stream.redis_stream import EVENTS_PER_ATTEMPT, StreamWriter
from apps.conversations.stream.turn_stream import TurnStream
from apps.infrastructure import loop_clients

pytestmark = pytest.mark.usefixtures("closed_connections")


async def test_it_shares_a_stream() -> None:
    copy, turn = StreamWriter(), str(uuid4())
    stream = TurnStream(turn, copy)
    stream.publish({"type": "metadata"})
    for word in ("Good ", "evening."):
        stream.publish({"type": "token", "content": word})
    await copy.flush()
    stream.publish({"type": "done"})
    await copy.flush()
    events = await redis_stream.read(turn, 0)
    assert [event["type"] for event in events] == ["metadata", "token", "token", "done"]
    later_events = await redis_stream.read(turn, 2)  # after the first word
    assert [event.get("content") for event in later_events] == ["evening.", None]


async def test_it_refuses_a_process_that_was_overtaken() -> None:
    copy, turn = StreamWriter(), str(uuid4())
    copy.add(turn, {"type": "token", "content": "new", "seq": EVENTS_PER_ATTEMPT + 1})
    await copy.flush()
    copy.add(turn, {"type": "token", "content": "old", "seq": 7})
    await copy.flush()
    assert [event["content"] for event in await redis_stream.read(turn, 0)] == ["new"]


async def test_it_forgets_a_stream_after_a_while(settings: Settings) -> None:
    copy, turn = StreamWriter(), str(uuid4())
    copy.add(turn, {"type": "metadata", "seq": 1})
    await copy.flush()
    client = redis_package.Redis.from_url(settings.REDIS_SHARED_URL)
    assert (
        0
        < int(str(client.ttl(redis_stream.key(turn))))
        <= redis_stream.STREAM_TTL_SECONDS
    )


async def test_it_writes_later_what_redis_missed(settings: Settings) -> None:
    right = settings.REDIS_SHARED_URL
    copy, turn = StreamWriter(), str(uuid4())
    settings.REDIS_SHARED_URL = "redis://127.0.0.1:1"
    copy.add(turn, {"type": "metadata", "seq": 1})
    await copy.flush()
    assert await redis_stream.read(turn, 0) == []
    settings.REDIS_SHARED_URL = right
    await loop_clients.close()
    copy.add(turn, {"type": "done", "seq": 2})
    for _ in range(4):
        await copy.flush()
    events = await redis_stream.read(turn, 0)
    assert [event["type"] for event in events] == ["metadata", "done"]


async def test_events_of_ten_milliseconds_share_an_entry() -> None:
    copy, turn, loop = StreamWriter(), str(uuid4()), asyncio.get_running_loop()
    began_at = loop.time()
    with patch.object(redis_stream, "_write", wraps=redis_stream._write) as write:
        for seq in range(1, 101):
            copy.add(turn, {"type": "token", "content": "word", "seq": seq})
            await asyncio.sleep(0.001)
        await copy.flush()
    seconds = loop.time() - began_at
    assert write.call_count <= seconds / redis_stream.GATHER_SECONDS
    assert len(await redis_stream.read(turn, 0)) == 100
