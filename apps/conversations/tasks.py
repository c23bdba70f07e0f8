"""Work on conversations beside the guests' own processes."""

from __future__ import annotations

from datetime import timedelta

from asgiref.sync import async_to_sync
from celery import Task, shared_task
from django.utils import timezone

from apps.concierge import checkpoints
from apps.conversations import langfuse_export
from apps.conversations.review import analysis
from apps.conversations.turns import statements, store
from apps.conversations.turns.runner import Turns
from apps.infrastructure import connections, database_threads

# A guest who is there reconnects within a moment, and that process adopts the turn.
GRACE = timedelta(seconds=3)
MOST_A_SWEEP = 8
# A guest who was silent for so long may still go on; nothing that needs is dropped.
IDLE = timedelta(minutes=10)
# LangFuse is asked for a day to delete what it got.
ERASE_TRIES, ERASE_PAUSE_SECONDS = 96, 15 * 60


@shared_task(name="conversations.recover")
def recover() -> int:
    """Answers turns whose process is dead and that nobody came back for."""
    return async_to_sync(_recover)()


async def _recover() -> int:
    turns = Turns()
    try:
        lost = await database_threads.run(store.lost, GRACE, MOST_A_SWEEP)
        for turn_id in lost:
            await turns.adopt(turn_id)
        await turns.settled()
    finally:
        await connections.close()
    return len(lost)


@shared_task(name="conversations.analyse", ignore_result=False)
def analyse() -> int:
    """Sums up conversations that have ended; how many."""
    return analysis.sweep(timezone.now())


@shared_task(name="conversations.export")
def export() -> int:
    """Sends finished turns to LangFuse, where that is set up; how many."""
    return langfuse_export.export(timezone.now())


@shared_task(name="conversations.score")
def score(*, turn_id: str, name: str, value: float) -> None:
    """Sends what is thought of a turn to LangFuse."""
    langfuse_export.score([(turn_id, name, value)])


@shared_task(name="conversations.erase_traces", bind=True, max_retries=ERASE_TRIES)
def erase_traces(self: Task[..., None], *, turn_ids: list[str]) -> None:
    """Has LangFuse delete what it got of turns that a guest erased."""
    if not langfuse_export.erase(turn_ids):
        raise self.retry(countdown=ERASE_PAUSE_SECONDS)


@shared_task(name="conversations.prune")
def prune() -> int:
    """Drops what resting threads do not need to go on; returns how many there were."""
    return async_to_sync(_prune)()


async def _prune() -> int:
    try:
        crowded = await database_threads.run(
            statements.rows, "crowded", idle=IDLE, most=500
        )
        await checkpoints.prune([thread for (thread,) in crowded])
    finally:
        await connections.close()
    return len(crowded)
