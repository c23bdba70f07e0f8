"""Background work on conversations."""

from __future__ import annotations

from datetime import timedelta

from asgiref.sync import async_to_sync
from celery import Task, shared_task
from django.utils import timezone

from apps.concierge import checkpoints
from apps.conversations import langfuse_export, retention
from apps.conversations.replay import recordings
from apps.conversations.review import analysis, held_answers
from apps.conversations.sharing import links as share_links
from apps.conversations.turns import store
from apps.conversations.turns.bookings.identity import links, tries
from apps.conversations.turns.bookings.requests import notices
from apps.conversations.turns.runner import TurnRunner
from apps.guests import erasure as guest_erasure
from apps.infrastructure import database_threads, loop_clients, redis

# A guest who is there reconnects within a moment, and that process adopts the turn.
GRACE = timedelta(seconds=3)
MAX_RECOVERED, MAX_PRUNED = 8, 500
# A guest who was silent for so long may still go on; what that needs is not dropped.
IDLE = timedelta(minutes=10)
# A day of attempts to delete traces.
ERASE_TRIES, ERASE_PAUSE_SECONDS = 96, 15 * 60


@shared_task(name="conversations.recover")
def recover() -> int:
    """Answers turns whose process is dead and whose guest has not come back."""
    return async_to_sync(_recover)()


async def _recover() -> int:
    runner = TurnRunner()
    try:
        turn_ids = await database_threads.run(store.expired, GRACE, MAX_RECOVERED)
        for turn_id in turn_ids:
            await runner.adopt(turn_id)
        await runner.settled()
    finally:
        await loop_clients.close()
    return len(turn_ids)


@shared_task(name="conversations.tell_decisions")
def tell_decisions() -> int:
    """Tells guests what staff have decided on their requests; returns how many."""
    return notices.tell_all(timezone.now())


@shared_task(name="conversations.expire_held_answers", ignore_result=False)
def expire_held_answers() -> int:
    """Tells guests whose answers nobody has approved in time; returns how many."""
    return held_answers.expire(timezone.now())


@shared_task(name="conversations.send_booking_links")
def send_booking_links() -> int:
    """Sends links to bookings that guests have asked for; returns how many."""
    return links.send_all(timezone.now())


@shared_task(name="conversations.analyse", ignore_result=False)
def analyse() -> int:
    """Summarises conversations that have ended; returns how many."""
    return analysis.sweep(timezone.now())


@shared_task(name="conversations.export")
def export() -> int:
    """Sends finished turns to LangFuse, if it is configured; returns how many."""
    return langfuse_export.export(timezone.now())


@shared_task(name="conversations.score")
def score(*, turn_id: str, name: str, value: float) -> None:
    """Sends a score of a turn to LangFuse."""
    langfuse_export.score([(turn_id, name, value)])


@shared_task(name="conversations.erase_traces", bind=True, max_retries=ERASE_TRIES)
def erase_traces(self: Task[..., None], *, turn_ids: list[str]) -> None:
    """Deletes the traces of turns that a guest erased from LangFuse."""
    if not langfuse_export.erase(turn_ids):
        raise self.retry(countdown=ERASE_PAUSE_SECONDS)


@shared_task(name="conversations.keep_retention", ignore_result=False)
def keep_retention() -> int:
    """Erases what properties no longer keep, once a night; for how many it did."""
    return retention.keep_all(timezone.now())


@shared_task(name="conversations.prune")
def prune() -> int:
    """Drops old checkpoints of idle threads; returns how many threads there were.

    Guests whom no conversation holds any more go as well, and what was erased from
    Redis goes from its file.
    """
    redis.rewrite_log_after_erasure()
    return async_to_sync(_prune)()


async def _prune() -> int:
    try:
        rows = await database_threads.run(
            store.statements.rows, "threads_to_prune", idle=IDLE, limit=MAX_PRUNED
        )
        await checkpoints.prune([thread_id for (thread_id,) in rows])
        await database_threads.run(guest_erasure.delete_strangers)
        await database_threads.run(tries.forget_old)
        await database_threads.run(links.forget_old, timezone.now())
        await database_threads.run(share_links.forget_old, timezone.now())
        await database_threads.run(recordings.forget_old, timezone.now())
    finally:
        await loop_clients.close()
    return len(rows)
