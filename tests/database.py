"""The test database: emptied quickly after a test, and dropped at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.core.management.commands import flush
from django.db import connection, transaction
from django.db.backends.postgresql.operations import DatabaseOperations
from pytest_django import DjangoDbBlocker

# Entries of the ledger cannot be deleted. Only tests that wrote any pay for this.
TRUNCATE_CONSENTS = """
do $$ begin
    if exists (select from guests_consent) then truncate guests_consent; end if;
end $$
"""
# All locks or none: who holds some and waits for the others would wait for a process
# that waits for these.
LOCK_ALL = """
do $$ begin
    loop
        begin
            lock table {tables} in share row exclusive mode nowait;
            exit;
        exception when lock_not_available then
            perform pg_sleep(0.02);
        end;
    end loop;
end $$
"""


def delete_statements(
    operations: DatabaseOperations, style: Any, tables: Sequence[str], **_: Any
) -> list[str]:
    """SQL that empties the tables after a test with transactions.

    Django truncates them, which writes new files for every table and index: a second
    and a half, in place of some hundredths. The lock waits for what other processes
    are writing, as a truncation does.
    """
    names = [operations.quote_name(table) for table in tables]
    lock = LOCK_ALL.format(tables=", ".join(names))
    deletions = [f"DELETE FROM {name}" for name in names]  # noqa: S608 - table names
    return ["; ".join([lock, TRUNCATE_CONSENTS, *deletions])]


class StoredRows:
    """All rows of the database as they are now, to be written back with their ids.

    Content types, permissions and the roles of staff take a hundred statements each
    time Django and the apps write them, and four when they are copied.
    """

    def __init__(self) -> None:
        tables = connection.introspection.django_table_names(only_existing=True)
        self._rows_by_table = {table: _read(table) for table in tables}

    def write(self) -> None:
        """Replaces the rows of each table that has any."""
        # References are checked at the end of the transaction: the order is free.
        filled = {table: rows for table, rows in self._rows_by_table.items() if rows}
        with transaction.atomic(), connection.cursor() as cursor:
            for table in filled:
                cursor.execute(f"DELETE FROM {_quoted(table)}")  # noqa: S608 - a table name
            for table, rows in filled.items():
                with cursor.copy(f"COPY {_quoted(table)} FROM STDIN") as copy:
                    copy.write(rows)


def _read(table: str) -> bytes:
    statement = f"COPY {_quoted(table)} TO STDOUT"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        return b"".join(copy)


def _quoted(table: str) -> str:
    return connection.ops.quote_name(table)


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Ends what threads left connected, so that the test database can be dropped."""
    with django_db_blocker.unblock():
        migrated_rows = StoredRows()

    def write_migrated_rows(*_: Any, **__: Any) -> None:
        """Takes the place of `emit_post_migrate_signal` in the command `flush`."""
        migrated_rows.write()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", delete_statements)
        patch.setattr(flush, "emit_post_migrate_signal", write_migrated_rows)
        yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
