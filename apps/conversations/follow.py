"""Follows a turn wherever it runs: from the local stream, or from its row."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from django.utils import timezone

from apps.conversations import records, threads
from apps.conversations.events import Event
from apps.conversations.models import Message, Turn
from apps.conversations.turns import Turns, done, sources

POLL_SECONDS = 0.5
ENDED = (Turn.Status.DONE, Turn.Status.STOPPED, Turn.Status.FAILED)


async def follow(
    turns: Turns, turn_id: str, after: int = 0
) -> AsyncIterator[list[Event]]:
    """Events behind number `after`, in order, until the turn is over."""
    stream = turns.stream(turn_id)
    if stream is None:
        yield await _from_row(turn_id)
        return
    async for events in stream.follow(after):
        yield events


async def _from_row(turn_id: str) -> list[Event]:
    """The end of a turn that does not run here; waits for it when it still runs."""
    turn = await threads.run(Turn.objects.get, pk=turn_id)
    while turn.status not in ENDED:
        await asyncio.sleep(POLL_SECONDS)
        await threads.run(records.expire, turn.conversation_id, timezone.now())
        turn = await threads.run(Turn.objects.get, pk=turn_id)
    rows = Message.objects.filter(turn_id=turn_id, role=Message.Role.CONCIERGE)
    message = await threads.run(rows.first)
    events: list[Event] = []
    if message and message.citations:
        events.append(sources(message))
    events.append(done(message, turn.status))
    # Numbered far behind anything a stream has sent, so that no client drops them.
    return [
        {**event, "turn": turn_id, "seq": 1_000_000 + number}
        for number, event in enumerate(events)
    ]
