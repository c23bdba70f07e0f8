"""Checkpoints of the graph in a Postgres schema of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

from django.db import connections
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg import AsyncConnection, conninfo
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

SCHEMA = "langgraph"
Pool = AsyncConnectionPool[AsyncConnection[DictRow]]


class Pools:
    """One pool an event loop: a connection cannot leave the loop that opened it."""

    def __init__(self) -> None:
        self._pools: WeakKeyDictionary[asyncio.AbstractEventLoop, Pool] = (
            WeakKeyDictionary()
        )
        self._locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = (
            WeakKeyDictionary()
        )

    async def pool(self) -> Pool:
        loop = asyncio.get_running_loop()
        lock = self._locks.setdefault(loop, asyncio.Lock())
        async with lock:
            if loop not in self._pools:
                self._pools[loop] = await _open()
            return self._pools[loop]

    async def close(self) -> None:
        """For loops that end while the process goes on: commands, tasks, tests."""
        pool = self._pools.pop(asyncio.get_running_loop(), None)
        if pool:
            await pool.close()


pools = Pools()


@asynccontextmanager
async def saver() -> AsyncIterator[AsyncPostgresSaver]:
    """A saver for one run. Savers hold a lock around every call, so none is shared."""
    yield AsyncPostgresSaver(await pools.pool())


async def _open() -> Pool:
    pool: Pool = AsyncConnectionPool(
        dsn(),
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
            # Losing the last half second of checkpoints in a crash of the database
            # server is fine: the turn is asked again. Waiting for the disk is not.
            "options": f"-c search_path={SCHEMA} -c synchronous_commit=off",
        },
    )
    await pool.open(wait=True)
    return pool


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
