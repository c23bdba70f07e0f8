"""The events of a turn: published where it runs, followed from any process.

Nothing here is authoritative: the final truth of an answer is its row in Postgres.
Numbers rise over all attempts of a turn, so a follower never mixes two of them up.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import DatabaseError

from apps.conversations.models import Turn
from apps.conversations.stream import events as turn_events
from apps.conversations.stream import redis_stream
from apps.conversations.stream.events import FINAL_TYPES, Event
from apps.conversations.stream.redis_stream import EVENTS_PER_ATTEMPT, StreamWriter
from apps.conversations.turns import store
from apps.infrastructure import database_threads

if TYPE_CHECKING:
    from apps.conversations.turns.runner import TurnRunner

log = logging.getLogger(__name__)
POLL_SECONDS = 0.1
ENDED = (Turn.Status.DONE, Turn.Status.STOPPED, Turn.Status.FAILED)
# Events from the row are numbered after all that a stream sends, so that no client
# drops them.
FIRST_STORED_SEQ = 1_000_000_000


class TurnStream:
    """An append-only list of events with followers that wait for more.

    The events of attempt n are numbered from (n - 1) * EVENTS_PER_ATTEMPT + 1.
    """

    def __init__(self, turn_id: str, writer: StreamWriter | None = None) -> None:
        self.turn_id = turn_id
        self._writer = writer
        self._events: list[Event] = []
        self._seq = 0
        self._followers: set[Callable[[], None]] = set()
        self._is_abandoned = False

    def begin(self, attempt: int) -> None:
        """Drops the events of earlier attempts."""
        self._events.clear()
        self._seq = max(self._seq, (attempt - 1) * EVENTS_PER_ATTEMPT)

    def publish(self, event: Event) -> None:
        """Numbers the event and hands it on."""
        self._seq += 1
        event["turn"], event["seq"] = self.turn_id, self._seq
        self._events.append(event)
        if self._writer:
            self._writer.add(self.turn_id, event)
        for wake in self._followers:
            wake()

    def stop_sharing(self) -> None:
        """Takes back what waits for other processes, and gives them nothing more."""
        if self._writer:
            self._writer.forget(self.turn_id)
        self._writer = None

    def abandon(self) -> None:
        """Another process publishes the next events; followers look for them there."""
        self._is_abandoned = True
        for wake in self._followers:
            wake()

    @property
    def is_over(self) -> bool:
        return bool(self._events) and self._events[-1]["type"] in FINAL_TYPES

    def has_ended(self, after: int) -> bool:
        """Whether no event after number `after` will ever come."""
        return self.is_over and after >= self._seq

    async def follow(self, after: int = 0) -> AsyncIterator[list[Event]]:
        """All events after number `after`, those ready at the same time together.

        A number that was never reached counts as the latest one.
        """
        after = min(after, self._seq)
        more = asyncio.Event()
        self._followers.add(more.set)
        try:
            while True:
                more.clear()
                if ready := self._events_after(after):
                    after = ready[-1]["seq"]
                    yield join_tokens(ready)
                elif self.is_over or self._is_abandoned:
                    return
                else:
                    await more.wait()
        finally:
            self._followers.discard(more.set)

    def _events_after(self, after: int) -> list[Event]:
        start = bisect_right(self._events, after, key=lambda event: event["seq"])
        return self._events[start:]


def join_tokens(events: list[Event]) -> list[Event]:
    """The same events with neighbouring tokens joined; the last number counts."""
    joined: list[Event] = []
    pieces: list[str] = []
    for event in [*events, None]:
        if event and event["type"] == "token":
            pieces.append(event["content"])
            last_token = event
            continue
        if pieces:
            joined.append({**last_token, "content": "".join(pieces)})
            pieces = []
        if event:
            joined.append(event)
    return joined


async def follow(
    runner: TurnRunner,
    turn_id: str,
    after: int = 0,
    find_secret: Callable[[UUID], str] | None = None,
) -> AsyncIterator[list[Event]]:
    """Events after number `after`, in order, until the turn is over.

    The turn may run in this process, in another one, or be over. If its process dies
    meanwhile, this one adopts it. The stored row has the last word: a client that has
    received `done` receives it again from there. The events of an erased turn just end.

    find_secret: gives the secret of a thread that belongs to the guest who follows; it
    is added to the `metadata` event.
    """
    after = min(after, FIRST_STORED_SEQ - 1)
    while True:
        stream = _local(runner, turn_id, after)
        source = stream.follow(after) if stream else _remote(runner, turn_id, after)
        try:
            async for events in source:
                after = events[-1]["seq"]
                yield [_with_secret(event, find_secret) for event in events]
                if events[-1]["type"] in FINAL_TYPES:
                    return
        except Turn.DoesNotExist:
            return


def _with_secret(event: Event, find_secret: Callable[[UUID], str] | None) -> Event:
    """A copy: all followers share the event itself."""
    if find_secret is None or event["type"] != "metadata":
        return event
    secret = find_secret(UUID(event["thread_id"]))
    return {**event, "thread_secret": secret} if secret else event


def _local(runner: TurnRunner, turn_id: str, after: int) -> TurnStream | None:
    """The turn's stream in this process, while it has anything to add."""
    stream = runner.stream(turn_id)
    return None if stream is None or stream.has_ended(after) else stream


async def _remote(
    runner: TurnRunner, turn_id: str, after: int
) -> AsyncIterator[list[Event]]:
    """What another process shares, or the row; ends when this process has the turn."""
    while _local(runner, turn_id, after) is None:
        if events := await redis_stream.read(turn_id, after):
            after = events[-1]["seq"]
            yield join_tokens(events)
            continue
        try:
            status, is_expired = await database_threads.run(store.status, UUID(turn_id))
            if status in ENDED:
                yield await _from_row(turn_id, status)
                return
            is_ours = is_expired and await runner.adopt(UUID(turn_id))
        except DatabaseError as error:
            log.warning("turn %s cannot be looked up yet: %s", turn_id, error)
            is_ours = False
        if not is_ours:
            await asyncio.sleep(POLL_SECONDS)


async def _from_row(turn_id: str, status: str) -> list[Event]:
    """The end of a turn as it is stored."""
    events = await database_threads.run(_stored_events, UUID(turn_id), status)
    return [
        {**event, "turn": turn_id, "seq": FIRST_STORED_SEQ + number}
        for number, event in enumerate(events)
    ]


def _stored_events(turn_id: UUID, status: str) -> list[Event]:
    return turn_events.stored_ending(store.answer_to(turn_id), status)
