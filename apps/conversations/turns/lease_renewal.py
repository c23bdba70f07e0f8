"""Renews the leases of a process's turns while it lives.

This happens in a thread of its own. An event loop that is busy for a second is not
dead, and its turns must not be adopted.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connections

from apps.conversations.turns import store
from apps.infrastructure import database_scope, database_threads

log = logging.getLogger(__name__)
RENEWALS_PER_LEASE = 4

# Renewed turns, and whether the guest has stopped them.
Leases = list[tuple[UUID, bool]]


class LeaseRenewal:
    """Renews leases while turns run.

    active_ids: gives the turns that run here. on_renewed: called in the thread with
    those turns and the leases that were renewed, which are still ours.
    """

    def __init__(
        self,
        active_ids: Callable[[], set[UUID]],
        on_renewed: Callable[[set[UUID], Leases], None],
    ) -> None:
        self._active_ids, self._on_renewed = active_ids, on_renewed
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if database_threads.is_undone():
            return  # no other process sees these turns, so none adopts them
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(
                target=self._run, name="lease-renewal", daemon=True
            )
            self._thread.start()

    def _run(self) -> None:
        pause, idle_count = threading.Event(), 0
        while idle_count < RENEWALS_PER_LEASE:
            pause.wait(settings.TURN_LEASE_SECONDS / RENEWALS_PER_LEASE)
            active = self._active_ids()
            idle_count = 0 if active else idle_count + 1
            if active:
                self._renew(active)

    def _renew(self, active: set[UUID]) -> None:
        try:
            with database_scope.all_properties():
                leases = store.renew()
            self._on_renewed(active, leases)
        except DatabaseError as error:
            log.warning("leases could not be renewed: %s", error)
        finally:
            connections.close_all()
