"""Tells open pages that a request has moved, or that the guest is told of it."""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from redis import RedisError

from apps.infrastructure import redis

log = logging.getLogger(__name__)


def show_move(*, request_id: UUID, thread_id: UUID, **_: Any) -> None:
    """The card on each page of the thread is drawn again."""
    _send(str(thread_id), {"type": "request.moved", "request": str(request_id)})


def show_message(*, thread_id: str, turn_id: str, **_: Any) -> None:
    """Each page of the thread follows the turn, as one that another tab has begun."""
    _send(thread_id, {"type": "turn.begun", "turn": turn_id})


def _send(thread_id: str, event: dict[str, str]) -> None:
    """Without Redis, a page shows it when it looks at the history again."""
    if redis.silence().is_on:
        return
    try:
        async_to_sync(_send_to_group)(f"thread.{thread_id}", event)
    except TimeoutError:
        redis.silence().note()
        log.warning("pages are not notified: Redis is silent")
    except (OSError, RedisError) as error:
        log.warning("pages are not notified: %s", error)


async def _send_to_group(name: str, event: dict[str, str]) -> None:
    """The layer has no limit of its own, and staff wait for it."""
    async with asyncio.timeout(redis.BLOCKING_ANSWER_SECONDS):
        await get_channel_layer().group_send(name, event)
