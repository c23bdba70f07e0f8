"""Looks at the gauges from the web process, and gives a watcher outside a sign of life.

The worker could not do it: one that hangs cannot report itself.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from apps.ops.alerts import heartbeat, rules

log = logging.getLogger(__name__)


def start() -> None:
    threading.Thread(target=_run, name="alert-watch", daemon=True).start()


def _run() -> None:
    while True:
        time.sleep(settings.WATCH_SECONDS)
        try:
            _attempt(lambda: rules.check(timezone.now()))
            _attempt(heartbeat.send)
        finally:
            connections.close_all()


def _attempt(look: Callable[[], object]) -> None:
    """One that fails stops no other, nor the next round."""
    try:
        look()
    except DatabaseError as error:  # unavailable, or another process was first
        log.warning("the watch was interrupted: %s", type(error).__name__)
    except Exception:
        log.exception("the watch met an error")
