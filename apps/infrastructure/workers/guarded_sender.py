"""A Celery application that does not wait for a broker that hangs."""

from __future__ import annotations

from typing import Any

from celery import Celery
from kombu.exceptions import OperationalError
from redis import RedisError

from apps.infrastructure import redis


class GuardedCelery(Celery):
    """Whoever sends a task handles `OperationalError`: beat finds the work later."""

    def send_task(self, *args: Any, **options: Any) -> Any:
        """The transport has no limit of its own once it is connected."""
        try:
            redis.broker().ping()
        except (RedisError, OSError) as error:
            raise OperationalError(f"The broker is silent: {error}") from error
        return super().send_task(*args, **options)
