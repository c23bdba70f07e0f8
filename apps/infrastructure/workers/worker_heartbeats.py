"""Whether Celery's workers are alive, for all other processes.

A worker that hangs cannot report it. So each heartbeat of a worker stores its time in
Redis, and each task carries the time at which it was sent.
"""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import dataclass
from typing import Any

from celery import current_app
from django.conf import settings
from redis import RedisError

from apps.infrastructure import redis

QUEUE = "celery"
# Reading documents takes minutes, and nobody is in danger meanwhile.
DOCUMENTS = "documents"
# Queue -> how long a task may wait in it: for guests some seconds, for the documents of
# a whole folder that staff have dropped at once.
MOST_WAIT_SECONDS = {QUEUE: 120, DOCUMENTS: 1_800}
KEEP_SECONDS = 86_400
SENT_AT = "sent_at"


@dataclass(frozen=True)
class Workers:
    """Those of one queue.

    heartbeat_age: seconds since any worker's last heartbeat; None when none has run,
    or the last one was shut down. oldest_task_age: seconds; None without tasks.
    """

    heartbeat_age: float | None
    oldest_task_age: float | None
    queue: str = QUEUE

    @property
    def is_silent(self) -> bool:
        """Whether a worker should be alive and is not."""
        if self.heartbeat_age is None:
            return settings.IS_PRODUCTION  # developers may run no worker
        return self.heartbeat_age > settings.WORKER_SILENCE_SECONDS

    @property
    def is_behind(self) -> bool:
        """Whether workers are alive, but tasks wait too long."""
        has_worker = self.heartbeat_age is not None
        most = MOST_WAIT_SECONDS[self.queue]
        return has_worker and (self.oldest_task_age or 0) > most

    @property
    def is_well(self) -> bool:
        return not self.is_silent and not self.is_behind


def read(queue: str = QUEUE) -> Workers:
    """Raises `RedisError` or `OSError` when Redis is unavailable."""
    heartbeat = redis.blocking().get(heartbeat_key(queue))
    # Workers take tasks from the right end.
    oldest = redis.broker().lindex(queue, -1)
    return Workers(
        _age(float(heartbeat)) if heartbeat else None,
        _age(_sent_at(oldest)) if oldest else None,
        queue,
    )


def heartbeat_key(queue: str = QUEUE) -> str:
    return redis.key("worker", "heartbeat", queue)


def note_heartbeat(**_: Any) -> None:
    """Called by a worker every two seconds, for each queue that it takes from."""
    with contextlib.suppress(RedisError, OSError):
        for queue in current_app.amqp.queues.consume_from:
            redis.blocking().set(heartbeat_key(queue), time.time(), ex=KEEP_SECONDS)


def forget_heartbeat(**_: Any) -> None:
    """Called at shutdown, so that the worker does not count as hung."""
    with contextlib.suppress(RedisError, OSError):
        for queue in current_app.amqp.queues.consume_from:
            redis.blocking().delete(heartbeat_key(queue))


def note_sending(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is not None:
        headers[SENT_AT] = time.time()


def _sent_at(message: bytes | str) -> float:
    """When a task was sent; a task of an older version counts as new."""
    headers = json.loads(message).get("headers") or {}
    return float(headers.get(SENT_AT) or time.time())


def _age(at: float) -> float:
    return round(max(time.time() - at, 0.0), 1)
