"""Operations of migrations that let PostgreSQL show only the rows of a scope.

The scope is a setting of the session (`database_scope.py`). A setting that is missing
or empty shows nothing. Each condition is asked in a subselect, so once a statement.
"""

from __future__ import annotations

from django.db.migrations import RunSQL

from apps.infrastructure.database_scope import ALL, SETTING

POLICY = "property_scope"
_SETTING = f"current_setting('{SETTING}', true)"
IS_ALL = f"(select {_SETTING}) = '{ALL}'"
# Some plans compute both halves of a condition: "all" is no id.
_IDS = f"string_to_array(nullif({_SETTING}, '{ALL}'), ',')::bigint[]"
ENABLE = """
    alter table {table} enable row level security;
    create policy {policy} on {table} using ({is_all} or {condition});
"""
DISABLE = """
    drop policy {policy} on {table};
    alter table {table} disable row level security;
"""


def of_property(table: str, column: str = "property_id") -> RunSQL:
    """For a table whose rows name their property."""
    return restrict(table, f"{column} = any ((select {_IDS})::bigint[])")


def of_parent(table: str, column: str, parent: str, key: str = "id") -> RunSQL:
    """For a table whose rows are seen with the row of another table they belong to."""
    return restrict(table, has_parent(table, column, parent, key))


def has_parent(table: str, column: str, parent: str, key: str = "id") -> str:
    return f"exists (select from {parent} where {parent}.{key} = {table}.{column})"


def restrict(table: str, condition: str) -> RunSQL:
    names = {"table": table, "policy": POLICY}
    return RunSQL(
        ENABLE.format(is_all=IS_ALL, condition=condition, **names),
        reverse_sql=DISABLE.format(**names),
    )
