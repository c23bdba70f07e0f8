"""Checkpoints of the graph in a Postgres schema of their own.

Turns read and write them with their own statements (`thread_memory.py`). This is
LangGraph's saver, for what happens to a thread after them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg
from django.db import connections
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg import AsyncConnection, conninfo
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

from apps.infrastructure.loop_clients import clients
from apps.infrastructure.postgresql.scoped_connection import ScopedAsyncConnection

SCHEMA = "langgraph"
Pool = AsyncConnectionPool[AsyncConnection[DictRow]]


async def saver() -> AsyncPostgresSaver:
    """A saver for one use. Savers hold a lock around every call, so none is shared."""
    pool = _pool()
    if pool.closed:
        # A query before the first connection makes the pool grow, and psycopg_pool
        # swallows the cancellation of a worker that connects: the loop never closes.
        await pool.open(wait=True)
    return AsyncPostgresSaver(pool)


async def prune(threads: Sequence[str]) -> None:
    """Keep the latest checkpoint of each thread, which is complete."""
    await (await saver()).aprune(threads, strategy="keep_latest")


async def values(thread: str) -> dict[str, Any]:
    """What the latest checkpoint of a thread holds; empty where there is none."""
    config: RunnableConfig = {"configurable": {"thread_id": thread}}
    stored = await (await saver()).aget_tuple(config)
    return dict(stored.checkpoint["channel_values"]) if stored else {}


async def forget(thread: str) -> None:
    """Erase everything that is stored of a thread."""
    await (await saver()).adelete_thread(thread)


def create_tables(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A migration's operation: create LangGraph's tables, or those of an upgrade.

    `setup` knows what is already there.
    """
    with psycopg.connect(dsn(), autocommit=True, row_factory=dict_row) as connection:
        connection.execute(f"create schema if not exists {SCHEMA}")
        connection.execute(f"set search_path to {SCHEMA}")
        PostgresSaver(connection).setup()


def _pool() -> Pool:
    """One pool an event loop: a connection cannot leave the loop that opened it."""
    return clients().get("checkpoints", _build)


def _build() -> Pool:
    return AsyncConnectionPool(
        dsn(),
        connection_class=ScopedAsyncConnection,
        min_size=1,
        max_size=8,
        open=False,
        timeout=10,
        max_idle=120,
        check=AsyncConnectionPool.check_connection,
        kwargs={
            "autocommit": True,
            "prepare_threshold": 0,
            "row_factory": dict_row,
            "options": f"-c search_path={SCHEMA}",
        },
    )


def dsn() -> str:
    """Where Django's default connection goes, the test database included."""
    row: dict[str, Any] = connections["default"].settings_dict
    return conninfo.make_conninfo(
        dbname=row["NAME"],
        user=row["USER"] or None,
        password=row["PASSWORD"] or None,
        host=row["HOST"] or None,
        port=row["PORT"] or None,
    )
