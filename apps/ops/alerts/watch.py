"""Looks at the gauges from the web process, and sends a sign of life to a watcher.

The worker could not do it: one that hangs cannot report itself. The sign of life is
sent while the database, a worker and beat are well. Its address is a secret: whoever
has it can send signs of life in our name.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable

import httpx
from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from apps.ops import doctor
from apps.ops.alerts import rules
from apps.ops.doctor import environment

log = logging.getLogger(__name__)
SECONDS = 5.0


def send_heartbeat() -> bool:
    """Whether one was sent; nothing is sent where no address is set."""
    if not settings.HEARTBEAT_URL:
        return False
    if problems := list(_problems()):
        log.warning("no heartbeat is sent: %s", " ".join(problems))
        return False
    return _ask(settings.HEARTBEAT_URL)


def _problems() -> Iterable[str]:
    """The checks read the database, the workers' heartbeat and beat's last runs."""
    for finding in doctor.examine([environment.worker, environment.beat]):
        if finding.level != "ok":
            yield finding.message


def _ask(url: str) -> bool:
    try:
        answer = httpx.get(url, timeout=SECONDS, trust_env=False)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        log.warning("the heartbeat was not sent: %s", type(error).__name__)
        return False
    if not answer.is_success:
        log.warning("the heartbeat was answered with status %d", answer.status_code)
    return answer.is_success


def start() -> None:
    threading.Thread(target=_run, name="alert-watch", daemon=True).start()


def _run() -> None:
    while True:
        time.sleep(settings.WATCH_SECONDS)
        try:
            _attempt(lambda: rules.check(timezone.now()))
            _attempt(send_heartbeat)
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
