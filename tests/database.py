"""The test database: emptied quickly after a test, and dropped at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.core.management.commands import flush
from django.db import connection, connections, transaction
from django.db.backends.postgresql.operations import DatabaseOperations
from psycopg import sql
from pytest_django import DjangoDbBlocker

from apps.infrastructure import database_scope, database_threads
from apps.infrastructure.postgresql import roles
from apps.knowledge.models import SnapshotStamp

# Entries of the ledger cannot be deleted. Only tests that wrote any pay for this.
TRUNCATE_CONSENTS = """
do $$ begin
    if exists (select from guests_consent) then truncate guests_consent; end if;
end $$
"""
# Triggers of other tables write it.
STAMPS = SnapshotStamp._meta.db_table
# A test may have left its connection in the scope of one property.
SEE_ALL = f"SET LOCAL {database_scope.SETTING} = '{database_scope.ALL}'"
# Those that PostgreSQL does not generate.
WRITTEN_COLUMNS = """
select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
where attrelid = %s::regclass and attnum > 0 and not attisdropped and attgenerated = ''
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


class StoredRows:
    """Rows of the database as they are now, to be written back with their ids.

    before: rows that are left out where their whole table has not changed since.

    Content types, permissions and the roles of staff take a hundred statements each
    time Django and the apps write them, and four when they are copied.
    """

    def __init__(self, before: StoredRows | None = None) -> None:
        tables = connection.introspection.django_table_names(only_existing=True)
        # For others COPY adds generated columns, and cannot write past policies.
        with roles.owner():
            rows = {table: _read(table) for table in tables}
        earlier = before.by_table if before else {}
        self.by_table: dict[str, bytes] = {
            table: text
            for table, text in rows.items()
            if text != earlier.get(table, b"")
        }

    def write(self) -> None:
        """Replaces the rows of each table that has any."""
        # References are checked at the end of the transaction: the order is free.
        with roles.owner(), transaction.atomic(), connection.cursor() as cursor:
            for table in self.by_table:
                _empty(table, cursor)
            for table, rows in self.by_table.items():
                _empty(table, cursor)  # triggers write stamps for rows of other tables
                with cursor.copy(f"COPY {_quoted(table)} FROM STDIN") as copy:
                    copy.write(rows)

    def write_to_another_database(self) -> None:
        """The same where other rows were written: new rows get ids after these."""
        self.write()
        ContentType.objects.clear_cache()
        models = apps.get_models(include_auto_created=True)
        with roles.owner(), connection.cursor() as cursor:
            for line in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(line)

    def inserts(self) -> str:
        """Statements that write the rows as the role that serves, to empty tables."""
        # Triggers write stamps for other rows, in place of those that follow last.
        tables = sorted(self.by_table, key=lambda table: table == STAMPS)
        return "; ".join([SEE_ALL, *map(_insert, tables)])

    def are_there(self) -> bool:
        """Whether their tables hold them and nothing else."""
        return all(_read(table) == rows for table, rows in self.by_table.items())

    def have_room(self) -> bool:
        """Whether all their tables are empty."""
        tables = " union all ".join(
            f"(select from {_quoted(table)} limit 1)" for table in self.by_table
        )
        with connection.cursor() as cursor:
            cursor.execute(f"select exists ({tables})")
            return not cursor.fetchone()[0]


class Emptying:
    """Empties the tables after a test with transactions, for the command `flush`.

    Django truncates them, which writes new files for every table and index: a second
    and a half, in place of some hundredths. The lock waits for what other processes
    are writing, as a truncation does. What the migrations have written stays where no
    test has changed it: hundreds of rows that refer to each other are most of the work.
    """

    def __init__(self) -> None:
        self._migrated_rows = StoredRows()
        self._has_deleted_them = False

    def statements(
        self, operations: DatabaseOperations, tables: Sequence[str]
    ) -> list[str]:
        of_migrations = self._migrated_rows.by_table
        self._has_deleted_them = not self._migrated_rows.are_there()
        names = [
            operations.quote_name(table)
            for table in tables
            if self._has_deleted_them or table not in of_migrations
        ]
        lock = LOCK_ALL.format(tables=", ".join(names))
        # Deletions of other rows write stamps.
        names.sort(key=lambda name: name == operations.quote_name(STAMPS))
        deletions = [f"DELETE FROM {name}" for name in names]  # noqa: S608 - table names
        return ["; ".join([SEE_ALL, lock, TRUNCATE_CONSENTS, *deletions])]

    def write_migrated_rows(self) -> None:
        if self._has_deleted_them:
            self._migrated_rows.write()


class ConnectionsThatStay:
    """Django's connections, for threads of turns: they keep theirs, as a pool does.

    Opening one for each piece of work takes 6 ms; the ten of a turn take longer than
    its answer. A benchmark's own database gets new ones, so that it can be dropped, and
    those of a pool go back to it.
    """

    def __init__(self) -> None:
        self._name = connection.settings_dict["NAME"]
        self._run_in_thread = database_threads._in_thread

    def close_all(self) -> None:
        of_thread: Any  # of PostgreSQL's backend
        for of_thread in connections.all(initialized_only=True):
            is_elsewhere = of_thread.settings_dict["NAME"] != self._name
            is_pooled = bool(of_thread.settings_dict["OPTIONS"].get("pool"))
            is_open = of_thread.in_atomic_block or of_thread.needs_rollback
            if is_elsewhere or is_pooled or is_open:
                of_thread.close()
            # The server may end it before its next use.
            of_thread.health_check_done = False

    def run_in_thread(self, work: Callable[[], Any]) -> Any:
        if not database_threads.is_undone():
            self.close_all()
        return self._run_in_thread(work)


def _read(table: str) -> bytes:
    statement = f"COPY {_quoted(table)} TO STDOUT"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        return b"".join(copy)


def _insert(table: str) -> str:
    """Empties the table and writes the rows that it holds now."""
    name = _quoted(table)
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN_COLUMNS, [name])
        [columns] = cursor.fetchone()
        cursor.execute(f"SELECT jsonb_agg(r)::text FROM {name} AS r")  # noqa: S608 - a table name
        rows = sql.Literal(cursor.fetchone()[0]).as_string()
    return (
        f"DELETE FROM {name}; INSERT INTO {name} ({columns}) SELECT {columns}"  # noqa: S608
        f" FROM jsonb_populate_recordset(null::{name}, {rows})"
    )


def _empty(table: str, cursor: Any) -> None:
    cursor.execute(f"DELETE FROM {_quoted(table)}")  # noqa: S608 - a table name


def _quoted(table: str) -> str:
    return connection.ops.quote_name(table)


@pytest.fixture(scope="session")
def django_db_setup(
    migrated_once: pytest.MonkeyPatch,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Ends what threads left connected, so that the test database can be dropped."""
    migrated_once.undo()
    with django_db_blocker.unblock():
        emptying, staying = Emptying(), ConnectionsThatStay()
        with roles.owner(), connection.cursor() as cursor:
            cursor.execute("grant truncate on guests_consent to public")

    def sql_flush(
        operations: DatabaseOperations, style: Any, tables: Sequence[str], **_: Any
    ) -> list[str]:
        return emptying.statements(operations, tables)

    def emit_post_migrate_signal(*_: Any, **__: Any) -> None:
        emptying.write_migrated_rows()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_threads, "connections", staying)
        patch.setattr(database_threads, "_in_thread", staying.run_in_thread)
        patch.setattr(DatabaseOperations, "sql_flush", sql_flush)
        patch.setattr(flush, "emit_post_migrate_signal", emit_post_migrate_signal)
        yield
    with django_db_blocker.unblock(), roles.owner(), connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
