"""Follows a turn wherever it runs: here, in another process, or in its row."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from uuid import UUID

from django.db import DatabaseError

from apps.conversations.models import Turn
from apps.conversations.stream import ending_events, redis_stream
from apps.conversations.stream.events import Event, is_last
from apps.conversations.stream.local_stream import Stream, merged
from apps.conversations.turns import store
from apps.conversations.turns.runner import Turns
from apps.infrastructure import database_threads

log = logging.getLogger(__name__)
POLL_SECONDS = 0.1
ENDED = (Turn.Status.DONE, Turn.Status.STOPPED, Turn.Status.FAILED)
# Numbered behind anything a stream has sent, so that no client drops them.
FROM_ROW = 1_000_000_000


async def follow(
    turns: Turns, turn_id: str, after: int = 0
) -> AsyncIterator[list[Event]]:
    """Events behind number `after`, in order, until the turn is over.

    A turn whose process died on the way is adopted by this one. The stored row has
    the last word: a client that heard `done` already hears it again from there. The
    events of a turn that was erased just end.
    """
    after = min(after, FROM_ROW - 1)
    while True:
        stream = _stream(turns, turn_id, after)
        source = stream.follow(after) if stream else _elsewhere(turns, turn_id, after)
        try:
            async for events in source:
                after = events[-1]["seq"]
                yield events
                if is_last(events[-1]):
                    return
        except Turn.DoesNotExist:
            return


def _stream(turns: Turns, turn_id: str, after: int) -> Stream | None:
    """The turn's stream in this process, while it has anything to add."""
    stream = turns.stream(turn_id)
    return None if stream is None or stream.has_ended(after) else stream


async def _elsewhere(
    turns: Turns, turn_id: str, after: int
) -> AsyncIterator[list[Event]]:
    """What another process shares, or the row; ends when this process has the turn."""
    while _stream(turns, turn_id, after) is None:
        if events := await redis_stream.read(turn_id, after):
            after = events[-1]["seq"]
            yield merged(events)
            continue
        try:
            status, is_lost = await database_threads.run(store.state, UUID(turn_id))
            if status in ENDED:
                yield await _from_row(turn_id, status)
                return
            is_ours = is_lost and await turns.adopt(UUID(turn_id))
        except DatabaseError as error:
            log.warning("turn %s cannot be looked up yet: %s", turn_id, error)
            is_ours = False
        if not is_ours:
            await asyncio.sleep(POLL_SECONDS)


async def _from_row(turn_id: str, status: str) -> list[Event]:
    """The end of a turn as it is stored."""
    message = await database_threads.run(store.answer_to, UUID(turn_id))
    events = ending_events.stored(message, status)
    return [
        {**event, "turn": turn_id, "seq": FROM_ROW + number}
        for number, event in enumerate(events)
    ]
