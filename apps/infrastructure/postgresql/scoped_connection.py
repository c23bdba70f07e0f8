"""Connections that tell PostgreSQL the scope of the context that uses them, and those
of Django's pool, which are checked before each use.

A connection remembers what it told, so a statement in the same scope costs nothing.
"""

from __future__ import annotations

import select
from functools import cached_property
from typing import TYPE_CHECKING, Any

from psycopg import AsyncConnection, Connection, Cursor
from psycopg.pq import PipelineStatus, TransactionStatus

from apps.infrastructure import database_scope

if TYPE_CHECKING:
    from psycopg._connection_base import BaseConnection
    from psycopg.abc import PQGen

    _Base = BaseConnection[Any]
else:
    _Base = object
# The pool's check. Django gives the pool no other one.
CHECK = ""


class _Scoped(_Base):
    """What psycopg calls before each statement tells the scope where it has changed."""

    # A new session has no setting.
    _scope: str | None = ""
    _is_told_in_transaction = False

    def is_in_scope(self) -> bool:
        """Whether the next statement runs in the scope of its context at once."""
        self._forget_after_transaction()
        return self._scope == database_scope.current()

    def forget_scope(self) -> None:
        """The server may have taken the setting back."""
        self._scope = None

    def forget_scope_of_transaction(self) -> None:
        """After going back to a savepoint, which takes settings back as well."""
        if self._is_told_in_transaction:
            self._scope = None

    def _start_query(self) -> PQGen[None]:
        status = self.pgconn.transaction_status
        if not self.is_in_scope() and status != TransactionStatus.INERROR:
            scope = database_scope.current()
            command = f"set {database_scope.SETTING} = '{scope}'"
            yield from self._exec_command(command)
            self._scope = scope
            self._is_told_in_transaction = (
                status == TransactionStatus.INTRANS or self._begins_in_pipeline()
            )
        yield from super()._start_query()

    def _begins_in_pipeline(self) -> bool:
        """Whether the transaction that begins next takes in what was just sent."""
        is_pipeline = self.pgconn.pipeline_status != PipelineStatus.OFF
        return is_pipeline and not self.autocommit

    def _exec_command(self, command: Any, *arguments: Any, **options: Any) -> Any:
        """psycopg's own transactions begin without asking for the scope."""
        result = yield from super()._exec_command(command, *arguments, **options)
        if isinstance(command, bytes) and command.startswith(b"ROLLBACK"):
            self.forget_scope()
        return result

    def _forget_after_transaction(self) -> None:
        """A transaction that was rolled back has taken the setting back."""
        is_over = self.pgconn.transaction_status == TransactionStatus.IDLE
        if self._is_told_in_transaction and is_over:
            self._scope, self._is_told_in_transaction = None, False


class ScopedConnection(_Scoped, Connection[Any]):
    """Of Django, with or without a pool."""

    @cached_property
    def cursor_of_hot_paths(self) -> Cursor[Any]:
        """Never closed: to make another one takes as long as to send a statement."""
        return Cursor(self)


class ScopedAsyncConnection(_Scoped, AsyncConnection[Any]):
    """Of LangGraph's saver."""


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
