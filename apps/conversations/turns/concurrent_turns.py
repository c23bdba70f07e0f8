"""Several turns of a thread: what a second message does to the first, and stopping
turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

from django.conf import settings

from apps.conversations.turns import store
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads

MAX_UNANSWERED = 3
# A turn that is stopped ends within a moment; that of a dead process never does.
STOP_CHECKS, STOP_CHECK_SECONDS = 20, 0.1


async def max_unanswered(
    channel: str, thread_id: UUID, stop: Callable[[str], Awaitable[None]]
) -> int:
    """How many messages of a thread may be unanswered at once on its channel.

    stop: ends a turn of the thread, by its id; a message that replaces ends them all.
    """
    policy = settings.SECOND_MESSAGE[channel]
    if policy == "replace":
        for turn_id in await database_threads.run(store.unfinished, thread_id):
            await stop(str(turn_id))
    return 1 if policy == "refuse" else MAX_UNANSWERED


async def stop(runner: TurnRunner, turn_id: UUID, thread_id: UUID) -> None:
    """Marks the turn's row; a turn that this process runs ends at once."""
    if await database_threads.run(store.request_stop, turn_id, thread_id):
        runner.stop(str(turn_id))


async def stop_all(runner: TurnRunner, thread_id: UUID) -> None:
    """Stops what the thread still asks, and waits two seconds at most for its end."""
    for turn_id in await database_threads.run(store.unfinished, thread_id):
        await stop(runner, turn_id, thread_id)
    for _ in range(STOP_CHECKS):
        if not await database_threads.run(store.unfinished, thread_id):
            return
        await asyncio.sleep(STOP_CHECK_SECONDS)
