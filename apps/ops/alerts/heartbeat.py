"""A sign of life for a watcher outside, who raises the alarm when it stays away.

It is sent while the database, a worker and beat are well. The address is a secret:
whoever has it can send signs of life in our name.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

import httpx
from django.conf import settings

from apps.ops import doctor
from apps.ops.doctor import environment

log = logging.getLogger(__name__)
SECONDS = 5.0


def send() -> bool:
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
