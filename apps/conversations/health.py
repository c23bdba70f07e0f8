"""The state of each dependency, and whether guests can be answered."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from redis import RedisError

from apps.conversations import langfuse_export
from apps.conversations.turns.graph_runs import warm_up
from apps.infrastructure import database_threads, redis
from apps.infrastructure.workers import worker_heartbeats
from apps.llm import chat
from apps.properties.models import Property

log = logging.getLogger(__name__)
PATIENCE_SECONDS = 2


async def state() -> dict[str, Any]:
    """`answers` is False only when guests cannot be answered at all.

    `agent_ready` is False as well while the process loads what its first guest would
    have to wait for.
    """
    database, shared, worker, documents = await asyncio.gather(
        _timed(_property()),
        _timed(_redis()),
        _worker(worker_heartbeats.QUEUE),
        _worker(worker_heartbeats.DOCUMENTS),
    )
    answers = database["ok"] and database["result"]
    is_well = answers and shared["ok"] and worker["ok"] and documents["ok"]
    is_starting = warm_up.progress().is_running
    return {
        "status": "healthy" if is_well else "degraded",
        "answers": answers,
        "agent_ready": answers and not is_starting,
        "property_loaded": database["result"],
        "version": settings.VERSION,
        "provider": chat.provider(),
        "observability_enabled": langfuse_export.is_on(),
        "model_breaker": await asyncio.to_thread(chat.state),
        "worker": worker,
        "documents_worker": documents,
        "dependencies": {
            "database": {name: database[name] for name in ("ok", "ms")},
            "redis": {name: shared[name] for name in ("ok", "ms")},
        },
    }


async def _timed(check: Awaitable[bool]) -> dict[str, Any]:
    started_at, result, is_ok = time.perf_counter(), False, True
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            result = await check
    except (DatabaseError, RedisError, OSError, TimeoutError) as error:
        log.warning("not healthy: %s", error)
        is_ok = False
    took_ms = round((time.perf_counter() - started_at) * 1000, 1)
    return {"ok": is_ok, "result": result, "ms": took_ms}


async def _property() -> bool:
    rows = Property.objects.filter(slug=settings.DEFAULT_PROPERTY)
    return await database_threads.run(rows.exists)


async def _redis() -> bool:
    return bool(await redis.shared().ping())


async def _worker(queue: str) -> dict[str, Any]:
    """Without a worker guests are answered, but edits and abandoned turns wait."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            workers = await asyncio.to_thread(worker_heartbeats.read, queue)
    except (RedisError, OSError, TimeoutError) as error:
        log.warning("the state of the workers is unknown: %s", error)
        workers = None
    return {
        "ok": bool(workers and workers.is_well),
        "heartbeat_age_seconds": workers and workers.heartbeat_age,
        "oldest_task_age_seconds": workers and workers.oldest_task_age,
    }
