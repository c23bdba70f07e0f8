"""The tabs that show one thread, as a group of the channel layer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any
from uuid import UUID

from redis import RedisError

from apps.infrastructure import redis

log = logging.getLogger(__name__)


class TabGroup:
    """One tab's membership. Without Redis, the other tabs are not notified."""

    def __init__(self, layer: Any, channel_name: str) -> None:
        self._layer, self._channel_name = layer, channel_name
        self._name = ""

    async def join(self, thread_id: UUID | None) -> None:
        """Receives the turns that other tabs of the thread begin, and no others."""
        name = f"thread.{thread_id}"
        if name == self._name:
            return
        await self.leave()
        self._name = name
        await _tolerate_outage(self._layer.group_add(name, self._channel_name))

    async def leave(self) -> None:
        if self._name:
            discard = self._layer.group_discard(self._name, self._channel_name)
            await _tolerate_outage(discard)
        self._name = ""

    async def notify(self, event: dict[str, str]) -> None:
        """Sends an event to all tabs of the thread, this one included."""
        await _tolerate_outage(self._layer.group_send(self._name, event))


async def _tolerate_outage(call: Awaitable[None]) -> None:
    """The layer only notifies other tabs; the answer arrives without it.

    It has no limit of its own: an idle subscription waits for ever, and so does a
    connection to a Redis that was killed while it answered.
    """
    try:
        async with asyncio.timeout(redis.ANSWER_SECONDS):
            await call
    except (OSError, RedisError) as error:
        log.warning("the channel layer is unavailable: %s", error)
