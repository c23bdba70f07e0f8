"""A second message while the first one is answered: queue, replace or refuse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from uuid import UUID

from django.conf import settings

from apps.conversations.turns import store
from apps.infrastructure import database_threads

MAX_UNANSWERED = 3


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
