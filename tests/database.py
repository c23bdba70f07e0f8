"""The test database: emptied quickly after a test, and dropped at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations
from pytest_django import DjangoDbBlocker


def delete_statements(
    operations: DatabaseOperations, style: Any, tables: Sequence[str], **_: Any
) -> list[str]:
    """SQL that empties the tables after a test with transactions.

    Django truncates them, which writes new files for every table and index: a second
    and a half, in place of some hundredths. The lock waits for what other processes
    are writing, as a truncation does.
    """
    names = [operations.quote_name(table) for table in tables]
    lock = f"LOCK TABLE {', '.join(names)} IN SHARE ROW EXCLUSIVE MODE"
    deletions = [f"DELETE FROM {name}" for name in names]  # noqa: S608 - table names
    return ["; ".join([lock, *deletions])]


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Ends what threads left connected, so that the test database can be dropped."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", delete_statements)
        yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
