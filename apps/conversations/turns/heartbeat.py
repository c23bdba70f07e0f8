"""The sign of life of a process: renews the leases of its turns.

It beats in a thread of its own. An event loop that is busy for a second is not dead,
and its turns must not be taken away.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connections

from apps.conversations.turns import store
from apps.infrastructure import database_threads

log = logging.getLogger(__name__)
BEATS_A_LEASE = 4

Beat = list[tuple[UUID, bool]]


class Heartbeat:
    """Beats while there is something to keep alive.

    alive: the turns that run here. heard: told, in the thread, which turns a beat was
    for and which of them are still ours.
    """

    def __init__(
        self, alive: Callable[[], set[UUID]], heard: Callable[[set[UUID], Beat], None]
    ) -> None:
        self._alive, self._heard = alive, heard
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if database_threads.is_undone():
            return  # nobody else sees these turns, so nobody takes them away
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(
                target=self._run, name="heartbeat", daemon=True
            )
            self._thread.start()

    def _run(self) -> None:
        pause, idle = threading.Event(), 0
        while idle < BEATS_A_LEASE:
            pause.wait(settings.TURN_LEASE_SECONDS / BEATS_A_LEASE)
            alive = self._alive()
            idle = 0 if alive else idle + 1
            if alive:
                self._beat(alive)

    def _beat(self, alive: set[UUID]) -> None:
        try:
            self._heard(alive, store.renew())
        except DatabaseError as error:
            log.warning("leases could not be renewed: %s", error)
        finally:
            connections.close_all()
