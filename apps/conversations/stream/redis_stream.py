"""Copies of the streams in Redis, written behind, read by other processes.

One entry holds the events of an instant; its id is `attempt-number` of the last one.
Redis refuses ids that do not rise, so a process that was thought dead cannot write into
a newer attempt. While Redis is away entries wait, and then follow.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import orjson
from redis import RedisError

from apps.conversations.stream.events import Event, is_last
from apps.conversations.stream.local_stream import ATTEMPT, packed, unpacked
from apps.infrastructure import redis

log = logging.getLogger(__name__)
# Events of this long a moment share an entry; a reader elsewhere is that much behind.
GATHER_SECONDS = 0.01
PAUSE_SECONDS = 0.5
KEEP_SECONDS = 600
LONGEST_STREAM = 2000
# What waits for a Redis that is away; more is dropped, for the answers are stored.
MOST_WAITING = 2000

Entry = tuple[str, list[Event]]


class Journal:
    """Writes the streams of this process."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Event]] = {}
        self._writer: asyncio.Task[None] | None = None

    def add(self, turn_id: str, event: Event) -> None:
        self._waiting.setdefault(turn_id, []).append(event)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())

    def forget(self, turn_id: str) -> None:
        """Drops what is not written yet."""
        self._waiting.pop(turn_id, None)

    async def flush(self) -> None:
        """Waits until everything is written, or Redis turns out to be away."""
        if self._writer and not self._writer.done():
            await asyncio.wait([self._writer], timeout=PAUSE_SECONDS)

    async def _write_all(self) -> None:
        await asyncio.sleep(GATHER_SECONDS)
        while self._waiting:
            batch = list(self._waiting.items())[:MOST_WAITING]
            self._waiting = {}
            try:
                await _write(batch)
            except (RedisError, OSError) as error:
                log.warning("streams cannot be shared: %s", error)
                self._keep(batch)
                await asyncio.sleep(PAUSE_SECONDS)

    def _keep(self, batch: list[Entry]) -> None:
        newer, self._waiting = self._waiting, dict(batch)
        for turn_id, events in newer.items():
            self._waiting.setdefault(turn_id, []).extend(events)


async def _write(batch: Sequence[Entry]) -> None:
    async with redis.shared().pipeline(transaction=False) as pipeline:
        for turn_id, events in batch:
            name = key(turn_id)
            pipeline.xadd(
                name,
                {"events": orjson.dumps(packed(events))},
                id=_id(events[-1]["seq"]),
                maxlen=LONGEST_STREAM,
            )
            if events[0]["type"] == "metadata" or is_last(events[-1]):
                pipeline.expire(name, KEEP_SECONDS)
        # An entry of an attempt that was overtaken is refused; the others count.
        await pipeline.execute(raise_on_error=False)


async def read(turn_id: str, after: int) -> list[Event]:
    """Events behind number `after` that any process shared; empty without Redis."""
    try:
        found: Any = await redis.shared().xread({key(turn_id): _id(after)})
    except (RedisError, OSError) as error:
        log.warning("streams cannot be read: %s", error)
        return []
    entries = found[0][1] if found else []
    shared = [one for _, entry in entries for one in orjson.loads(entry[b"events"])]
    return [event for event in unpacked(shared) if event["seq"] > after]


async def erase(turn_ids: Sequence[str]) -> None:
    """Forgets streams; without Redis they end by themselves in ten minutes."""
    if not turn_ids:
        return
    try:
        await redis.shared().delete(*(key(turn_id) for turn_id in turn_ids))
    except (RedisError, OSError) as error:
        log.warning("streams cannot be erased yet: %s", error)


def key(turn_id: str) -> str:
    return redis.key("turn", turn_id)


def _id(seq: int) -> str:
    attempt, number = divmod(seq - 1, ATTEMPT)
    return f"{attempt + 1}-{number + 1}"
