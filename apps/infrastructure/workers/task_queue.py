"""Hands work to Celery by the name of its task. Without a broker, beat finds the work a
little later: the application does not wait for a broker that hangs. Tasks see what
their sender saw.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from celery import Celery, Task, current_app
from django.db import transaction
from kombu.exceptions import OperationalError
from redis import RedisError

from apps.infrastructure import database_scope, redis

HEADER = "property_scope"
log = logging.getLogger(__name__)


class GuardedCelery(Celery):
    """Whoever sends a task handles `OperationalError`: beat finds the work later."""

    def send_task(self, *args: Any, **options: Any) -> Any:
        """The transport has no limit of its own once it is connected."""
        try:
            redis.broker().ping()
        except (RedisError, OSError) as error:
            raise OperationalError(f"The broker is silent: {error}") from error
        return super().send_task(*args, **options)


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


def send_on_commit(task: str, seconds: float = 0, **ids: Any) -> None:
    """Sends a task when the transaction is over, to run after so many seconds."""
    sending = partial(send, task, seconds, **ids)
    scope = database_scope.current()
    transaction.on_commit(partial(_send_in, scope, sending))


def _send_in(scope: str, sending: Callable[[], None]) -> None:
    """A task sees what its sender saw, not what the end of the transaction sees."""
    with database_scope.entered(scope):
        sending()


def send(task: str, seconds: float = 0, **ids: Any) -> None:
    try:
        current_app.send_task(task, kwargs=ids, countdown=seconds or None)
    except OperationalError:
        log.warning("the task queue is away; %s waits for beat", task)
