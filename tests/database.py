"""The test database: emptied quickly after a test, and dropped at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.commands import flush
from django.db import connection, connections, transaction
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.backends.postgresql.operations import DatabaseOperations
from django.test import testcases
from pytest_django import DjangoDbBlocker

from apps.infrastructure import database_threads
from apps.infrastructure.postgresql import roles
from tests.stored_rows import SEE_ALL, STAMPS, StoredRows, versions

# Entries of the ledger cannot be deleted, and only the table's owner can switch off the
# triggers that see to it. Only tests that wrote any pay for this.
MAKE_EMPTY_CONSENTS = """
create or replace function empty_consents() returns void language plpgsql
security definer as $$ begin
    if exists (select from guests_consent) then
        alter table guests_consent disable trigger user;
        truncate guests_consent;
        alter table guests_consent enable trigger user;
    end if;
end $$
"""
EMPTY_CONSENTS = "select empty_consents()"
# No model is of these, and no command of Django empties them.
DELETE_CHECKPOINTS = "; ".join(
    f"DELETE FROM langgraph.{table}"  # noqa: S608 - names of tables
    for table in ("checkpoint_writes", "checkpoint_blobs", "checkpoints")
)
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


class Emptying:
    """Empties the tables after a test with transactions, for the command `flush`.

    Django truncates them, which writes new files for every table and index: a second
    and a half, in place of some hundredths. The lock waits for what other processes
    are writing, as a truncation does. What the migrations have written stays where no
    test has changed it: hundreds of rows that refer to each other are most of the work.
    """

    def __init__(self) -> None:
        self._migrated_rows = StoredRows()
        self._versions = versions(self._migrated_rows.by_table)
        self._has_deleted_them = False
        self._tables = connection.introspection.django_table_names(
            only_existing=True, include_views=False
        )

    def flush(self, name: str, *args: Any, **options: Any) -> None:
        """In place of `call_command`, which looks for the tables after each test."""
        if name != "flush" or options["inhibit_post_migrate"]:
            call_command(name, *args, **options)
            return
        [statement] = self.statements(connection.ops, self._tables)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
        self.write_migrated_rows()

    def statements(
        self, operations: BaseDatabaseOperations, tables: Sequence[str]
    ) -> list[str]:
        of_migrations = self._migrated_rows.by_table
        self._has_deleted_them = not self._are_migrated_rows_there()
        names = [
            operations.quote_name(table)
            for table in tables
            if self._has_deleted_them or table not in of_migrations
        ]
        lock = LOCK_ALL.format(tables=", ".join(names))
        # Deletions of other rows write stamps.
        names.sort(key=lambda name: name == operations.quote_name(STAMPS))
        deletions = [f"DELETE FROM {name}" for name in names]  # noqa: S608 - table names
        return [
            "; ".join([SEE_ALL, lock, EMPTY_CONSENTS, *deletions, DELETE_CHECKPOINTS])
        ]

    def write_migrated_rows(self) -> None:
        if self._has_deleted_them:
            self._migrated_rows.write()
            self._versions = versions(self._migrated_rows.by_table)

    def _are_migrated_rows_there(self) -> bool:
        """They are compared where something was written; most tests write nothing."""
        now = versions(self._migrated_rows.by_table)
        if now == self._versions:
            return True
        if self._migrated_rows.are_there():
            self._versions = now
            return True
        return False


class ConnectionsThatStay:
    """Django's connections, for tests and for threads of turns, kept as a pool does.

    Opening one for each piece of work takes 6 ms; the ten of a turn take longer than
    its answer. A process of PostgreSQL that is new to the tables takes 0.2 s to empty
    them, and one that knows them a tenth of that. A benchmark's own database gets new
    ones, so that it can be dropped, and those of a pool go back to it.
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
            cursor.execute(MAKE_EMPTY_CONSENTS)

    def sql_flush(
        operations: DatabaseOperations, style: Any, tables: Sequence[str], **_: Any
    ) -> list[str]:
        return emptying.statements(operations, tables)

    def emit_post_migrate_signal(*_: Any, **__: Any) -> None:
        emptying.write_migrated_rows()

    def should_reload_connections(_: testcases.TransactionTestCase) -> bool:
        staying.close_all()
        return False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_threads, "connections", staying)
        patch.setattr(database_threads, "_in_thread", staying.run_in_thread)
        patch.setattr(DatabaseOperations, "sql_flush", sql_flush)
        patch.setattr(testcases, "call_command", emptying.flush)
        patch.setattr(
            testcases.TransactionTestCase,
            "_should_reload_connections",
            should_reload_connections,
        )
        patch.setattr(flush, "emit_post_migrate_signal", emit_post_migrate_signal)
        yield
    with django_db_blocker.unblock(), roles.owner(), connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )


@pytest.fixture(scope="module")
def module_transaction(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Fixtures of a module that ask for it write rows once, for all of its tests.

    Each test undoes its own changes. None of them may ask for `transactional_db`.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
