"""What a web process does before it ends: SIGTERM finishes turns or hands them over.

daphne runs no lifespan protocol, but Twisted waits for what is registered before its
shutdown.
"""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from typing import Any

from twisted.internet import reactor
from twisted.internet.defer import Deferred

from apps.conversations.turns import session

log = logging.getLogger(__name__)
# The rest of the ten seconds that a process has goes to handing over.
DRAIN_SECONDS = 7.0


@cache
def prepare() -> None:
    """Once in a process, when its first guest is there."""
    twisted: Any = reactor
    twisted.addSystemEventTrigger("before", "shutdown", _drain)


def _drain() -> Deferred[None]:
    return Deferred.fromFuture(asyncio.ensure_future(_drained()))


async def _drained() -> None:
    try:
        await session.turns().drain(DRAIN_SECONDS)
    except Exception:
        log.exception("turns could not be handed over; their leases will run out")
