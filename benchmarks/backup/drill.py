"""A site with many messages is backed up, and restored into an empty database."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
from psycopg import sql

from apps.local_servers import paths
from benchmarks import site
from benchmarks.site import Site

RESTORED = "restored"
# Sessions and the list of migrations are in no backup.
TABLES = """
    select schemaname, tablename from pg_tables
    where schemaname in ('public', 'langgraph') and tablename not in
        ('django_migrations', 'checkpoint_migrations', 'django_session')
    order by 1, 2
"""
# The sum of the rows' hashes does not depend on their order.
CONTENTS = "select count(*), sum(hashtextextended(t::text, 0)::numeric) from {} as t"
Contents = dict[str, tuple[Any, ...]]


def measure(message_count: int) -> dict[str, Any]:
    """Seconds of each step, the size of the file and the tables that differ."""
    with site.prepared("bench") as bench_site, _empty_database(bench_site):
        _manage(bench_site, "bench_backup", "--fill", str(message_count))
        with TemporaryDirectory(dir=bench_site.var) as folder:
            path = Path(folder) / "backup.tar.gz"
            seconds = {
                "backup": _manage(bench_site, "backup", str(path)),
                "check": _manage(bench_site, "restore", "--check", str(path)),
                "restore": _manage(_restored(bench_site), "restore", str(path)),
            }
            size = path.stat().st_size
        before, after = _contents(bench_site, paths.DATABASE), _contents(bench_site)
        return {
            "messages": before["public.conversations_message"][0],
            "rows": sum(count for count, _ in before.values()),
            "tables": len(before),
            "megabytes": round(size / 1e6, 1),
            "seconds": seconds,
            "different_tables": sorted(
                name
                for name in before.keys() | after.keys()
                if before.get(name) != after.get(name)
            ),
        }


def _manage(of: Site, *command: str) -> float:
    """The seconds that it takes, with the start of its process."""
    began_at = time.perf_counter()
    subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", *command],
        cwd=paths.PROJECT,
        env=of.environment(),
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    return round(time.perf_counter() - began_at, 1)


def _restored(of: Site) -> Site:
    """The same servers with another database, and a folder of its own."""
    owner = paths.database_url(of.var, RESTORED)
    serving = paths.database_url(of.var, RESTORED, paths.APP_ROLE)
    address = {"DATABASE_URL": serving, "DATABASE_OWNER_URL": owner}
    return Site(of.var / RESTORED, {**address, "REDIS_URL": paths.redis_url(of.var)})


@contextmanager
def _empty_database(of: Site) -> Iterator[None]:
    name = sql.Identifier(RESTORED)
    drop = sql.SQL("drop database if exists {} with (force)").format(name)
    with of.database() as server:
        server.execute(drop)
        server.execute(sql.SQL("create database {}").format(name))
        try:
            yield
        finally:
            server.execute(drop)


def _contents(of: Site, database: str = RESTORED) -> Contents:
    """The number of rows and their checksum, by table."""
    with psycopg.connect(paths.database_url(of.var, database)) as connection:
        contents: Contents = {}
        for names in connection.execute(TABLES).fetchall():
            statement = sql.SQL(CONTENTS).format(sql.Identifier(*names))
            [contents[".".join(names)]] = connection.execute(statement).fetchall()
        return contents
