"""Finishes turns, or hands them over, before a web process ends on SIGTERM."""

from __future__ import annotations

import logging

from apps.conversations.turns import chat_session

log = logging.getLogger(__name__)
# A process has ten seconds; it needs the other three to hand over.
DRAIN_SECONDS = 7.0


async def drain() -> None:
    """Called while the sockets are still open; never raises."""
    try:
        await chat_session.turn_runner().drain(DRAIN_SECONDS)
    except Exception:
        log.exception("turns could not be handed over; their leases will run out")
