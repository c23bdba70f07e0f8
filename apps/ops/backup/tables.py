"""Copies every table out of one moment of the database, and into an empty one.

PostgreSQL's own programs have to be as new as the server, and the site's image has
none; COPY is spoken by every server, the embedded one included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

from django.db import connection, transaction
from psycopg import sql

from apps.infrastructure import database_scope

SCHEMAS = ("public", "langgraph")
# The first two say how the tables were made; sessions are keys to the admin.
LEFT_OUT = ("django_migrations", "checkpoint_migrations", "django_session")
PIECE_BYTES = 2**16
# A generated column is computed again.
TABLES = """
    select n.nspname, c.relname, array_agg(a.attname::text order by a.attnum)
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and n.nspname = any(%s) and c.relname <> all(%s)
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by 1, 2 order by 1, 2
"""
SEQUENCES = """
    select schemaname || '.' || sequencename, last_value from pg_sequences
    where schemaname = any(%s) and last_value is not null
"""


@dataclass(frozen=True)
class Table:
    schema: str
    name: str
    columns: tuple[str, ...]

    @property
    def label(self) -> str:
        return f"{self.schema}.{self.name}"

    def copy(self, ending: str) -> sql.Composed:
        columns = sql.SQL(", ").join(map(sql.Identifier, self.columns))
        return sql.SQL("copy {} ({}) {}").format(
            self.identifier,
            columns,
            sql.SQL(ending),
        )

    @property
    def identifier(self) -> sql.Identifier:
        return sql.Identifier(self.schema, self.name)


@contextmanager
def snapshot() -> Iterator[None]:
    """What is read in the block is of one moment, whatever is written meanwhile."""
    with database_scope.all_properties(), transaction.atomic(durable=True):
        _execute("set transaction isolation level repeatable read, read only")
        yield


def all_tables() -> list[Table]:
    rows = _rows(TABLES, [list(SCHEMAS), list(LEFT_OUT)])
    return [Table(schema, name, tuple(columns)) for schema, name, columns in rows]


def read_into(table: Table, file: IO[bytes]) -> int:
    """Writes the rows to a file, in PostgreSQL's text format; returns their number."""
    with connection.cursor() as cursor:
        with cursor.copy(table.copy("to stdout")) as copy:
            for piece in copy:
                file.write(piece)
        return int(cursor.rowcount)


def sequences() -> dict[str, int]:
    """The last value of each sequence that has been used."""
    return dict(_rows(SEQUENCES, [list(SCHEMAS)]))


def write_all(
    files: Iterable[tuple[Table, IO[bytes]]], last_values: Mapping[str, int]
) -> None:
    """Replaces all rows by those of the files, or by nothing if one of them fails.

    Triggers rest meanwhile: what they write is in the files.
    """
    targets = all_tables()
    with transaction.atomic(durable=True):
        for table in targets:
            _switch_triggers(table, "disable")
        names = sql.SQL(", ").join(table.identifier for table in targets)
        _execute(sql.SQL("truncate {}").format(names))
        for table, file in files:
            _write(table, file)
        for name, value in last_values.items():
            _execute("select setval(%s, %s)", [name, value])
        # References are checked here; a table with checks to come cannot be altered.
        _execute("set constraints all immediate")
        for table in targets:
            _switch_triggers(table, "enable")
    _execute("analyze")


def _write(table: Table, file: IO[bytes]) -> None:
    with (
        connection.cursor() as cursor,
        cursor.copy(table.copy("from stdin")) as copy,
    ):
        while piece := file.read(PIECE_BYTES):
            copy.write(piece)


def _switch_triggers(table: Table, how: str) -> None:
    statement = "alter table {} {} trigger user"
    _execute(sql.SQL(statement).format(table.identifier, sql.SQL(how)))


def _rows(statement: str, values: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _execute(statement: Any, values: list[Any] | None = None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
