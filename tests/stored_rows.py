"""Rows of the test database, kept to be written again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any, Generic, TypeVar

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, transaction
from psycopg import sql

from apps.infrastructure import database_scope
from apps.infrastructure.postgresql import roles
from apps.knowledge.models import SnapshotStamp

# Triggers of other tables write it.
STAMPS = SnapshotStamp._meta.db_table
# A test may have left its connection in the scope of one property.
SEE_ALL = f"SET LOCAL {database_scope.SETTING} = '{database_scope.ALL}'"
# Those that PostgreSQL does not generate.
WRITTEN_COLUMNS = """
select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
where attrelid = %s::regclass and attnum > 0 and not attisdropped and attgenerated = ''
"""
# Sequences that have given an id, with the last one.
LAST_IDS = """
select last_value, format('%I.%I', schemaname, sequencename) from pg_sequences
where last_value is not null
"""
AT_LEAST = """
select setval(name, greatest(%s, nextval(name))) from (select %s::regclass as name) s
"""


Made = TypeVar("Made")


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
            cursor.execute(LAST_IDS)
            last_ids = cursor.fetchall()
            for line in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(line)
            # Rows that another fixture keeps may have higher ids, and come back.
            cursor.executemany(AT_LEAST, last_ids)

    def inserts(self) -> str:
        """Statements that write the rows as the role that serves, to empty tables.

        Triggers stamp them anew: a site that was reading while a test before them ended
        may have found no rows under the same stamp.
        """
        tables = sorted(self.by_table.keys() - {STAMPS})
        return "; ".join([SEE_ALL, *map(_insert, tables)])

    def only(self, tables: Iterable[str]) -> StoredRows:
        """Of these tables, the empty ones too; stamps differ although no row does."""
        part = copy(self)
        part.by_table = {
            table: self.by_table.get(table, b"") for table in set(tables) - {STAMPS}
        }
        return part

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


class MadeOnce(Generic[Made]):
    """What a fixture makes for its first test; the others get copies of the rows.

    A session's or module's fixture holds it. What is made must not refer to rows of
    other fixtures, which get new ids for each test.
    """

    def __init__(self, make: Callable[[], Made]) -> None:
        self._make = make
        self._stored: tuple[Made, StoredRows] | None = None

    def get(self) -> Made:
        """With the same ids each time."""
        if self._stored:
            self._stored[1].write()
        else:
            before = StoredRows()
            self._stored = self._make(), StoredRows(before)
        return self._stored[0]


def versions(tables: Iterable[str]) -> list[tuple[int, int]]:
    """Of each table, its number of rows and the last transaction that wrote any."""
    counts = " union all ".join(
        f"(select count(*), max(xmin::text::bigint) from {_quoted(table)})"  # noqa: S608 - a table name
        for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(counts)
        rows: list[tuple[int, int]] = cursor.fetchall()
    return rows


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
