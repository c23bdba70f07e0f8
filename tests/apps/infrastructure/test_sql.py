"""Statements of the hot paths are parsed and planned once on each connection."""

from __future__ import annotations

import pytest
from django.db import connection

from apps.infrastructure import sql

STATEMENT = "select %(number)s::int + 1 -- the statement of this test"


@pytest.mark.django_db
def test_postgres_prepares_a_statement_once() -> None:
    assert [sql.fetch(STATEMENT, {"number": number}) for number in (1, 2)] == [
        [(2,)],
        [(3,)],
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            "select generic_plans + custom_plans from pg_prepared_statements"
            " where statement like '%the statement of this test'"
        )
        assert cursor.fetchall() == [(2,)]


@pytest.mark.django_db
def test_statements_of_one_row_are_read_side_by_side() -> None:
    both = sql.side_by_side(
        "select %(number)s::int, 2 -- a comment at the end", "select %(text)s::text"
    )
    assert sql.fetch(both, {"number": 1, "text": "three"}) == [(1, 2, "three")]
