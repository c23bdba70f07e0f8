"""Whether guests can be answered, dependency by dependency."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from redis import RedisError

from apps.infrastructure import database_threads, redis, worker_heartbeats
from apps.llm import chat
from apps.properties.models import Property

log = logging.getLogger(__name__)
PATIENCE_SECONDS = 2


async def state() -> dict[str, Any]:
    """`answers` is False only when guests cannot be answered at all."""
    database, shared, worker = await asyncio.gather(
        _timed(_property()), _timed(_redis()), _worker()
    )
    answers = database["ok"] and database["found"]
    is_well = answers and shared["ok"] and worker["ok"]
    return {
        "status": "healthy" if is_well else "degraded",
        "answers": answers,
        "agent_ready": answers,
        "property_loaded": database["found"],
        "version": settings.VERSION,
        "provider": chat.provider(),
        "model_breaker": await asyncio.to_thread(chat.state),
        "worker": worker,
        "dependencies": {
            "database": {name: database[name] for name in ("ok", "ms")},
            "redis": {name: shared[name] for name in ("ok", "ms")},
        },
    }


async def _timed(ask: Awaitable[bool]) -> dict[str, Any]:
    began, found, is_ok = time.perf_counter(), False, True
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            found = await ask
    except (DatabaseError, RedisError, OSError, TimeoutError) as error:
        log.warning("not healthy: %s", error)
        is_ok = False
    took = round((time.perf_counter() - began) * 1000, 1)
    return {"ok": is_ok, "found": found, "ms": took}


async def _property() -> bool:
    rows = Property.objects.filter(slug=settings.DEFAULT_PROPERTY)
    return await database_threads.run(rows.exists)


async def _redis() -> bool:
    return bool(await redis.shared().ping())


async def _worker() -> dict[str, Any]:
    """Guests are answered without one; edits and turns left behind wait."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            seen = await asyncio.to_thread(worker_heartbeats.read)
    except (RedisError, OSError, TimeoutError) as error:
        log.warning("nothing is known of the workers: %s", error)
        seen = None
    return {
        "ok": bool(seen and seen.is_well),
        "heartbeat_age_seconds": seen and seen.heartbeat_age,
        "oldest_task_age_seconds": seen and seen.oldest_task_age,
    }
