"""A connection that the server has ended is replaced before anybody uses it."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from apps.concierge import checkpoints
from apps.infrastructure.postgresql.scoped_connection import PooledConnection

Pool = ConnectionPool[PooledConnection]


@pytest.fixture
def pool(db: None) -> Iterator[Pool]:
    """One connection, checked as Django's pool does."""
    with ConnectionPool(
        checkpoints.dsn(),
        connection_class=PooledConnection,
        kwargs={"autocommit": True},
        min_size=1,
        max_size=1,
        check=ConnectionPool.check_connection,
        timeout=10,
    ) as opened:
        yield opened


def test_a_connection_that_the_server_ended_is_replaced(pool: Pool) -> None:
    first = backend(pool)
    with psycopg.connect(checkpoints.dsn(), autocommit=True) as staff:
        staff.execute("select pg_terminate_backend(%s, 5000)", [first])
    assert backend(pool) != first


def test_a_connection_that_works_is_checked_without_the_server(pool: Pool) -> None:
    first = backend(pool)
    ask = patch.object(psycopg.Connection, "execute", side_effect=AssertionError)
    with ask, pool.connection() as connection:
        assert connection.info.backend_pid == first


def backend(pool: Pool) -> int:
    with pool.connection() as connection:
        return connection.info.backend_pid
