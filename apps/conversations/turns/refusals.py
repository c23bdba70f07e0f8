"""What a guest who asks too often is told, at every door."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from apps.concierge.guardrails import checks
from apps.concierge.nodes import off_topic
from apps.conversations.stream.events import Event
from apps.conversations.turns import property_profile, rate_limits
from apps.conversations.turns.session import Desk
from apps.infrastructure import database_threads
from apps.knowledge import property_snapshot


@dataclass(frozen=True)
class TooFast:
    """A refusal: the seconds to wait, and the event that says so.

    is_urgent: the event holds numbers to call instead of a request to wait.
    """

    seconds: int
    event: Event
    is_urgent: bool = False


async def too_fast(desk: Desk, guest: str, address: str, text: str) -> TooFast | None:
    """Counts a question: why it has to wait, None when it may come now.

    A message of somebody in danger passes a limit that is reached, with a limit of its
    own. Beyond that one it is answered at once with the numbers to call.
    """
    seconds = await rate_limits.wait_seconds(guest, address)
    if not seconds:
        return None
    category = await asyncio.to_thread(checks.urgency, text)
    if not category:
        return TooFast(seconds, desk.notice("too_fast", seconds=seconds))
    seconds = await rate_limits.urgent_wait_seconds(guest, address)
    if not seconds:
        return None
    return TooFast(seconds, await _numbers(desk, category, text), is_urgent=True)


async def _numbers(desk: Desk, category: str, text: str) -> Event:
    snapshot = await database_threads.run(property_snapshot.of, desk.place.pk)
    resort = property_profile.of(snapshot.place)
    words, lines = off_topic.unstored(category, text, resort, desk.language)
    return {**desk.trouble(), "message": words, "help": lines}
