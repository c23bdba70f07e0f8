"""Connections of Django's pool, which are checked before each use."""

from __future__ import annotations

import select
from functools import cached_property
from typing import Any

from psycopg import Cursor

from apps.infrastructure.postgresql.scoped_connection import ScopedConnection

# The pool's check. Django gives the pool no other one.
CHECK = ""


class PooledConnection(ScopedConnection):
    """Is checked by a look at its socket, which costs no round trip.

    A server that ends a connection closes the socket, and says so before. While nothing
    has arrived, the connection is as good as an answer of the server would prove.
    """

    def execute(self, query: Any, *args: Any, **kwargs: Any) -> Cursor[Any]:
        if query == CHECK and not self._has_input():
            return self.cursor_of_hot_paths
        return super().execute(query, *args, **kwargs)

    def _has_input(self) -> bool:
        """Whether the server has sent something, or closed the connection."""
        return bool(self._poller.poll(0))

    @cached_property
    def _poller(self) -> select.poll:
        poller = select.poll()
        poller.register(self.fileno(), select.POLLIN)
        return poller
