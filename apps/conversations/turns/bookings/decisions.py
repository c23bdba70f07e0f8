"""Has a decision told at once; without a broker, beat does so a little later."""

from __future__ import annotations

import logging
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)
TASK = "conversations.tell_decisions"


def hurry(*, is_to_tell: bool, **_: Any) -> None:
    if not is_to_tell:
        return
    try:
        current_app.send_task(TASK)
    except OperationalError:
        log.warning("the task queue is away; a decision waits for beat")
