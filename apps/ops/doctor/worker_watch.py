"""Watches the workers from the web process: a hanging worker cannot report itself."""

from __future__ import annotations

import logging
import threading
import time
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from apps.infrastructure import database_scope
from apps.notifications import delivery
from apps.ops import doctor
from apps.ops.doctor import environment, incidents
from apps.ops.models import Incident

log = logging.getLogger(__name__)
CHECK = "worker"


def start() -> None:
    threading.Thread(target=_run, name="worker-watch", daemon=True).start()


def _run() -> None:
    while True:
        time.sleep(settings.WORKER_SILENCE_SECONDS / 2)
        try:
            check_workers(timezone.now())
        except DatabaseError as error:  # unavailable, or another process was first
            log.warning("the workers could not be checked: %s", error)
        finally:
            connections.close_all()


def check_workers(now: datetime) -> None:
    """Open an incident while workers hang, and close it when they are back."""
    rows = Incident.objects.filter(check_name=CHECK)
    findings = doctor.examine([environment.worker])
    faults = [finding for finding in findings if finding.level == "fault"]
    if faults or rows.filter(closed_at=None).exists():
        incidents.update(faults, now, rows)
    if faults:
        _notify_staff(now)


def _notify_staff(now: datetime) -> None:
    """In place of the workers: a guest in danger does not wait until they are back."""
    try:
        with database_scope.all_properties():
            delivery.notify_staff(now)
    except DatabaseError:
        raise
    except Exception:  # the watch goes on
        log.exception("staff were not notified")
