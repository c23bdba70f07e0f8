"""Work on conversations beside the guests' own processes."""

from __future__ import annotations

from datetime import timedelta

from asgiref.sync import async_to_sync
from celery import shared_task

from apps.backplane import connections
from apps.conversations import records, threads
from apps.conversations.turns import Turns

# A guest who is there reconnects within a moment, and that process adopts the turn.
GRACE = timedelta(seconds=3)
MOST_A_SWEEP = 8


@shared_task(name="conversations.recover")
def recover() -> int:
    """Answers turns whose process is dead and that nobody came back for."""
    return async_to_sync(_recover)()


async def _recover() -> int:
    turns = Turns()
    try:
        lost = await threads.run(records.lost, GRACE, MOST_A_SWEEP)
        for turn_id in lost:
            await turns.adopt(turn_id)
        await turns.settled()
    finally:
        await connections.close()
    return len(lost)
