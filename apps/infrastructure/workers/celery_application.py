"""A Celery application that does not wait for a broker that hangs, and whose tasks see
what their sender saw.
"""

from __future__ import annotations

from typing import Any

from celery import Celery, Task
from kombu.exceptions import OperationalError
from redis import RedisError

from apps.infrastructure import database_scope, redis


class GuardedCelery(Celery):
    """Whoever sends a task handles `OperationalError`: beat finds the work later."""

    def send_task(self, *args: Any, **options: Any) -> Any:
        """The transport has no limit of its own once it is connected."""
        try:
            redis.broker().ping()
        except (RedisError, OSError) as error:
            raise OperationalError(f"The broker is silent: {error}") from error
        return super().send_task(*args, **options)


HEADER = "property_scope"


def note_scope(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """A receiver of Celery's signal for a task that is being sent."""
    if headers is not None:
        headers.setdefault(HEADER, database_scope.current())


class ScopedTask(Task[..., Any]):
    """A worker has no scope of its own; a direct call has that of its caller."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        scope = self.request.get(HEADER)
        if scope is None:
            return super().__call__(*args, **kwargs)
        with database_scope.entered(scope):
            return self.run(*args, **kwargs)
