"""The backend that `DATABASES` names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import IsolationLevel

from apps.infrastructure.postgresql import roles
from apps.infrastructure.postgresql.scoped_connection import ScopedConnection


class DatabaseWrapper(base.DatabaseWrapper):
    """Its connections tell PostgreSQL which properties may be seen."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self.pool:  # whose connections are of this kind, too
            return super().get_new_connection(conn_params)
        self.isolation_level = IsolationLevel.READ_COMMITTED
        return ScopedConnection.connect(**conn_params)

    def _savepoint_rollback(self, sid: str) -> None:
        super()._savepoint_rollback(sid)  # type: ignore[misc]
        self.connection.forget_scope_of_transaction()

    @contextmanager
    def _nodb_cursor(self) -> Iterator[Any]:
        """Databases, such as those of tests, are made by the owner."""
        serving = self.settings_dict
        self.settings_dict = roles.as_owner(serving)
        try:
            with super()._nodb_cursor() as cursor:
                yield cursor
        finally:
            self.settings_dict = serving
