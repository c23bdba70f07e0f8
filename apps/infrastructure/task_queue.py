"""Hands work to Celery by the name of its task. Without a broker, beat finds the work a
little later."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def send_on_commit(task: str, seconds: float = 0, **ids: Any) -> None:
    """Sends a task when the transaction is over, to run after so many seconds."""
    transaction.on_commit(partial(send, task, seconds, **ids))


def send(task: str, seconds: float = 0, **ids: Any) -> None:
    try:
        current_app.send_task(task, kwargs=ids, countdown=seconds or None)
    except OperationalError:
        log.warning("the task queue is away; %s waits for beat", task)
