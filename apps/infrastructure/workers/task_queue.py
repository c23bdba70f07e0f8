"""Hands work to Celery by the name of its task. Without a broker, beat finds the work a
little later."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from apps.infrastructure import database_scope

log = logging.getLogger(__name__)


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
