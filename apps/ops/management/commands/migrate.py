"""Django's `migrate`, by the owner of the tables; the other role may use them then."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections

from apps.infrastructure import database_scope, swappable_models
from apps.infrastructure.postgresql import roles


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with database_scope.all_properties(), roles.owner():
            _prepare()
            with swappable_models.remembered():
                super().handle(*args, **options)
            _prepare()


def _prepare() -> None:
    """Before, so that new tables can be used at once; after, for new schemas."""
    if not roles.has_owner():
        return
    serving = connections.settings[DEFAULT_DB_ALIAS]
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    roles.prepare(connection.connection, serving["USER"], serving["PASSWORD"])
