"""The two roles of the database: one owns the tables, the other one serves.

Policies restrict the role that serves; whoever owns a table is above them. So the owner
migrates and restores, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import sql

# Of `DATABASES`: where the owner's differs from the role that serves.
OWNER = "OWNER"
ROLE_EXISTS = "select exists (select from pg_roles where rolname = %s)"
MAY_BYPASS = """
    select role.rolsuper or role.rolbypassrls or exists (
        select from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
            and pg_has_role(role.oid, relowner, 'usage')
    )
    from pg_roles as role where role.rolname = current_user
"""
SCHEMAS = "select nspname from pg_namespace where nspname in ('public', 'langgraph')"
ON_SCHEMA = (
    "grant usage on schema {schema} to {role}",
    "grant select, insert, update, delete on all tables in schema {schema} to {role}",
    "grant usage, select on all sequences in schema {schema} to {role}",
)
# Tables that the owner makes from now on.
BY_DEFAULT = (
    "alter default privileges grant select, insert, update, delete on tables to {role}",
    "alter default privileges grant usage, select on sequences to {role}",
    "alter default privileges grant usage on schemas to {role}",
)


def as_owner(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings of a connection by the owner; the same where there is one role only."""
    owner = settings.get(OWNER)
    if not owner:
        return settings
    options = {k: v for k, v in settings["OPTIONS"].items() if k != "pool"}
    return {**settings, **owner, "OPTIONS": options}


def has_owner() -> bool:
    """Whether the settings name an owner beside the role that serves."""
    return bool(connections[DEFAULT_DB_ALIAS].settings_dict.get(OWNER))


@contextmanager
def owner() -> Iterator[None]:
    """Django's default connection of this thread is the owner's meanwhile."""
    serving = connections[DEFAULT_DB_ALIAS]
    if not has_owner():
        yield
        return
    wrapper = serving.__class__(as_owner(serving.settings_dict), DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = wrapper
    try:
        yield
    finally:
        wrapper.close()
        connections[DEFAULT_DB_ALIAS] = serving


def prepare(connection: psycopg.Connection[Any], role: str, password: str = "") -> None:
    """Makes the role that serves, if it is missing, and lets it use what there is."""
    row = connection.execute(ROLE_EXISTS, [role]).fetchone()
    if row and not row[0]:
        # Two programs may start side by side.
        with connection.transaction():
            _create(connection, role, password)
    for statement in BY_DEFAULT:
        connection.execute(sql.SQL(statement).format(role=sql.Identifier(role)))
    for (schema,) in connection.execute(SCHEMAS).fetchall():
        names = {"schema": sql.Identifier(schema), "role": sql.Identifier(role)}
        for statement in ON_SCHEMA:
            connection.execute(sql.SQL(statement).format(**names))


def may_bypass_policies() -> bool:
    """Whether the role that serves sees every row, whatever the policies say."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(MAY_BYPASS)
        return bool(cursor.fetchone()[0])


def _create(connection: psycopg.Connection[Any], role: str, password: str) -> None:
    name = sql.Identifier(role)
    statement = sql.SQL("create role {} login").format(name)
    if password:
        statement += sql.SQL(" password {}").format(sql.Literal(password))
    connection.execute(statement)
