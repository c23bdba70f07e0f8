"""Every table that belongs to a property is restricted by a policy, which holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from apps.guests.models import Consent
from apps.infrastructure import database_scope
from apps.infrastructure.database_scope import scoped_to
from apps.infrastructure.postgresql import roles
from apps.properties.models import Jurisdiction, Property
from tests.planted_rows import models_of_properties, plant

CHECKPOINTS = {"checkpoints", "checkpoint_blobs", "checkpoint_writes"}
RESTRICTED = """
    select policy.tablename from pg_policies as policy
    join pg_class as relation
        on relation.oid = (policy.schemaname || '.' || policy.tablename)::regclass
    where relation.relrowsecurity and policy.policyname = 'property_scope'
        and policy.cmd = 'ALL' and policy.roles = '{public}'
"""
# A policy without it would leave rows out of backups.
WITHOUT_ALL = """
    select tablename from pg_policies
    where policyname = 'property_scope' and qual not like '%%= ''all''::text) OR%%'
"""
OF_SERVING_ROLE = """
    select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb, (
        select count(*) from pg_class where relowner = role.oid
    )
    from pg_roles as role where rolname = current_user
"""
# Everybody may read the list of properties.
OPEN_TABLE = "properties_property"


def restricted_tables() -> set[str]:
    return {model._meta.db_table for model in models_of_properties()} | CHECKPOINTS


def rows(statement: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


@pytest.mark.django_db
def test_no_table_of_a_property_is_without_a_policy() -> None:
    assert {table for (table,) in rows(RESTRICTED)} == restricted_tables()


@pytest.mark.django_db
def test_every_policy_shows_all_rows_to_whoever_asks_for_all() -> None:
    assert rows(WITHOUT_ALL) == []


@pytest.mark.django_db
def test_the_role_that_serves_owns_nothing() -> None:
    assert rows(OF_SERVING_ROLE) == [(False, 0)]
    assert not roles.may_bypass_policies()
    with roles.owner():
        assert roles.may_bypass_policies()


@pytest.fixture
def planted(
    transactional_db: None, mohegan: Property, foxwoods: Property, sams_account: User
) -> tuple[Property, Property]:
    """Two properties with a row in every table."""
    for place in (mohegan, foxwoods):
        shared_keys = {User: sams_account.pk, Jurisdiction: place.jurisdiction_id}
        plant(place, shared_keys)
    return mohegan, foxwoods


def count_rows(tables: set[str]) -> dict[str, int]:
    """What a statement without any filter reads in this scope."""
    with connection.cursor() as cursor:
        cursor.execute("set search_path to public, langgraph")
        return {table: _count(cursor, table) for table in tables}


def _count(cursor: Any, table: str) -> int:
    cursor.execute(f"select count(*) from {table}")  # noqa: S608 - a name of ours
    return int(cursor.fetchone()[0])


@contextmanager
def without_policy(table: str) -> Iterator[None]:
    """As if its migration had been forgotten."""
    statement = f"set search_path to public, langgraph; alter table {table} "
    try:
        with roles.owner(), connection.cursor() as cursor:
            cursor.execute(f"{statement} disable row level security")
        yield
    finally:
        with roles.owner(), connection.cursor() as cursor:
            cursor.execute(f"{statement} enable row level security")


def test_a_query_without_a_filter_reads_the_rows_of_the_scope_alone(
    planted: tuple[Property, Property],
) -> None:
    """And each policy is needed for that: without it, the same query reads more."""
    tables = restricted_tables() - {OPEN_TABLE}
    everything = count_rows(tables)
    with database_scope.entered(database_scope.NONE):
        assert not any(count_rows(tables).values())
    for place in planted:
        with scoped_to(place.pk):
            visible_counts = count_rows(tables)
        # Of what the law's history holds, nothing is a property's own.
        unseen = {
            table
            for table in tables
            if not 0 < visible_counts[table] < everything[table]
        }
        assert unseen == set()
    with scoped_to(planted[0].pk):
        for table in tables:
            with without_policy(table):
                assert count_rows({table})[table] == everything[table]


def test_a_change_without_a_filter_changes_the_rows_of_the_scope_alone(
    planted: tuple[Property, Property],
) -> None:
    # The ledger refuses every change.
    models = [model for model in models_of_properties() if model is not Consent]
    with scoped_to(planted[0].pk), transaction.atomic(), connection.cursor() as cursor:
        for model in reversed(models):
            cursor.execute(f"delete from {model._meta.db_table}")  # noqa: S608 - ours
        with scoped_to(planted[1].pk):
            foreign_counts = count_rows({model._meta.db_table for model in models})
        transaction.set_rollback(True)
    assert all(foreign_counts.values()), foreign_counts
