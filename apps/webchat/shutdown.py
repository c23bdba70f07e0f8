"""Finishes turns, or hands them over, before a web process ends on SIGTERM.

daphne has no lifespan protocol, but Twisted waits for triggers that are registered
before its shutdown.
"""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from typing import Any

from twisted.internet import reactor
from twisted.internet.defer import Deferred

from apps.conversations.turns import chat_session

log = logging.getLogger(__name__)
# A process has ten seconds; it needs the other three to hand over.
DRAIN_SECONDS = 7.0


@cache
def prepare() -> None:
    """Registers the trigger once in a process, when its first guest connects."""
    twisted: Any = reactor
    twisted.addSystemEventTrigger("before", "shutdown", _drain)


def _drain() -> Deferred[None]:
    return Deferred.fromFuture(asyncio.ensure_future(_drained()))


async def _drained() -> None:
    try:
        await chat_session.turn_runner().drain(DRAIN_SECONDS)
    except Exception:
        log.exception("turns could not be handed over; their leases will run out")
