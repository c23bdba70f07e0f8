"""Who uses the local servers: the first user starts them, the last one stops them.

Every user holds a shared lock on one file. The kernel lets go of it however a process
ends, so a killed user is never counted for longer than it lives.
"""

import fcntl
import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from apps.embedded import folders, paths, postgres, privileges, redis


@dataclass(frozen=True)
class Server:
    name: str
    ensure: Callable[[Path, bool], bool]
    stop: Callable[[Path], None]
    pid: Callable[[Path], int | None]


POSTGRES = Server("PostgreSQL", postgres.ensure, postgres.stop, postgres.pid)
REDIS = Server("Redis", redis.ensure, redis.stop, redis.pid)
ALL = (POSTGRES, REDIS)


@contextmanager
def servers(
    var: Path, wanted: Collection[Server] = ALL, *, durable: bool = True
) -> Iterator[list[Server]]:
    """Starts the wanted servers or attaches to them; yields those it had to start.

    At the end all servers of `var` stop unless somebody else uses them. Raises
    `Unavailable`.
    """
    folders.prepare(var, socket_owners(var))
    with _open(var, "users.lock") as users:
        try:
            with turn(var):
                fcntl.flock(users, fcntl.LOCK_SH)
                started = [one for one in wanted if one.ensure(var, durable)]
            yield started
        finally:
            with turn(var):
                _stop_if_last(var, users)


def revive(var: Path, wanted: Collection[Server], *, durable: bool = True) -> list[str]:
    """Starts again what has died under a running user; the names of those."""
    dead = [one for one in wanted if one.pid(var) is None]
    if dead:
        with turn(var):
            dead = [one for one in dead if one.ensure(var, durable)]
    return [one.name for one in dead]


@contextmanager
def turn(var: Path) -> Iterator[None]:
    """One process at a time starts or stops servers."""
    with _open(var, "turn.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _stop_if_last(var: Path, users: IO[bytes]) -> None:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return
    for one in ALL:
        one.stop(var)


def _open(var: Path, name: str) -> IO[bytes]:
    return (paths.run_dir(var) / name).open("ab")


def socket_owners(var: Path) -> frozenset[int]:
    """Root's PostgreSQL may run as another user, who then owns the sockets."""
    return frozenset({os.geteuid(), privileges.owner(paths.postgres_data(var))})
