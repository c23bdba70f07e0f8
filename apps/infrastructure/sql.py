"""Prepared statements on Django's connection, for the few hot paths.

The ORM builds a query in about a millisecond of processor time; PostgreSQL and the
driver need a tenth of that for a prepared statement. Statements run in the caller's
transaction and raise Django's database errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection

from apps.infrastructure.postgresql.scoped_connection import ScopedConnection


def fetch(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of a statement with `%(name)s` placeholders."""
    connection.ensure_connection()
    session: ScopedConnection = connection.connection
    cursor = session.cursor_of_hot_paths
    with connection.wrap_database_errors:
        if session.is_in_scope():
            cursor.execute(statement, values, prepare=True)
        else:
            with _one_round_trip(session):
                cursor.execute(statement, values, prepare=True)
        return cursor.fetchall()


@contextmanager
def _one_round_trip(session: ScopedConnection) -> Iterator[None]:
    """The scope has changed: it is told together with the statement."""
    try:
        with session.pipeline():
            yield
    except psycopg.Error:
        session.forget_scope()
        raise


@cache
def statement(path: Path) -> str:
    """The text of a .sql file, read once."""
    return path.read_text(encoding="utf-8")


def side_by_side(*texts: str) -> str:
    """One statement of several that each give one row: their rows as a single one."""
    parts = (f"(\n{text}\n) as part_{number}" for number, text in enumerate(texts))
    return "select * from " + " cross join ".join(parts)  # noqa: S608 - of .sql files


class Statements:
    """The statements of a folder, by the names of their files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def rows(self, name: str, **values: Any) -> list[tuple[Any, ...]]:
        return fetch(statement(self._folder / f"{name}.sql"), values)

    def first(self, name: str, **values: Any) -> tuple[Any, ...] | None:
        """The first row, if there is one."""
        return next(iter(self.rows(name, **values)), None)
