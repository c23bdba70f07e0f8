"""Copies of the streams in Redis, which other processes read.

One entry holds the events of an instant; its id is `attempt-number` of the last event.
Redis refuses ids that do not rise, so a process that was believed dead cannot write
into a newer attempt. While Redis is away, entries wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import orjson
from redis import RedisError

from apps.conversations.stream.events import FINAL_TYPES, Event
from apps.infrastructure import redis

log = logging.getLogger(__name__)
# Numbers that an attempt has for its events; Redis ids name attempt and event.
EVENTS_PER_ATTEMPT = 1_000_000
# Events of this time share an entry; a reader in another process is that much behind.
GATHER_SECONDS = 0.01
RETRY_SECONDS = 0.5
STREAM_TTL_SECONDS = 600
MAX_STREAM_LENGTH = 2000
# Turns whose events wait while Redis is away; more are dropped: answers are stored.
MAX_WAITING = 2000

Entry = tuple[str, list[Event]]


class StreamWriter:
    """Copies the streams of this process to Redis, behind the events themselves."""

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
            await asyncio.wait([self._writer], timeout=RETRY_SECONDS)

    async def _write_all(self) -> None:
        while self._waiting:
            await asyncio.sleep(GATHER_SECONDS)
            batch = list(self._waiting.items())[:MAX_WAITING]
            self._waiting = {}
            try:
                await _write(batch)
            except (RedisError, OSError) as error:
                log.warning("streams cannot be shared: %s", error)
                self._put_back(batch)
                await asyncio.sleep(RETRY_SECONDS)

    def _put_back(self, batch: list[Entry]) -> None:
        newer, self._waiting = self._waiting, dict(batch)
        for turn_id, events in newer.items():
            self._waiting.setdefault(turn_id, []).extend(events)


async def _write(batch: Sequence[Entry]) -> None:
    async with redis.shared().pipeline(transaction=False) as pipeline:
        for turn_id, events in batch:
            name = key(turn_id)
            pipeline.xadd(
                name,
                {"events": orjson.dumps(_pack_tokens(events))},
                id=_entry_id(events[-1]["seq"]),
                maxlen=MAX_STREAM_LENGTH,
            )
            if events[0]["type"] == "metadata" or events[-1]["type"] in FINAL_TYPES:
                pipeline.expire(name, STREAM_TTL_SECONDS)
        # An entry of an attempt that was overtaken is refused; the others count.
        await pipeline.execute(raise_on_error=False)


async def read(turn_id: str, after: int) -> list[Event]:
    """Events after number `after` that any process shared; empty without Redis."""
    try:
        reply: Any = await redis.shared().xread({key(turn_id): _entry_id(after)})
    except (RedisError, OSError) as error:
        log.warning("streams cannot be read: %s", error)
        return []
    entries = reply[0][1] if reply else []
    events = [event for _, entry in entries for event in orjson.loads(entry[b"events"])]
    return [event for event in _unpack_tokens(events) if event["seq"] > after]


async def erase(turn_ids: Sequence[str]) -> None:
    """Deletes streams; without Redis they expire in ten minutes."""
    if not turn_ids:
        return
    try:
        await redis.shared().delete(*(key(turn_id) for turn_id in turn_ids))
        await redis.note_erasure()
    except (RedisError, OSError) as error:
        log.warning("streams cannot be erased yet: %s", error)


def key(turn_id: str) -> str:
    return redis.key("turn", turn_id)


def _entry_id(seq: int) -> str:
    attempt, number = divmod(seq - 1, EVENTS_PER_ATTEMPT)
    return f"{attempt + 1}-{number + 1}"


def _pack_tokens(events: list[Event]) -> list[Event]:
    """The same events in less room: neighbouring tokens become one with its pieces."""
    packed: list[Event] = []
    for event in events:
        if event["type"] != "token":
            packed.append(event)
        elif packed and "pieces" in packed[-1]:
            packed[-1]["pieces"].append(event["content"])
        else:
            packed.append({**event, "content": "", "pieces": [event["content"]]})
    return packed


def _unpack_tokens(events: list[Event]) -> list[Event]:
    """Undoes `_pack_tokens`: a follower may have received half of the pieces."""
    unpacked: list[Event] = []
    for event in events:
        pieces = event.pop("pieces", None)
        if pieces is None:
            unpacked.append(event)
            continue
        first_seq = event["seq"]
        unpacked += [
            {**event, "content": piece, "seq": first_seq + number}
            for number, piece in enumerate(pieces)
        ]
    return unpacked
