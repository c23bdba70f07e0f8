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

from apps.local_servers import paths
from apps.local_servers.databases import postgres, postgres_data, redis


@dataclass(frozen=True)
class Server:
    name: str
    ensure: Callable[[Path, bool], bool]
    stop: Callable[[Path], None]
    pid: Callable[[Path], int | None]
    is_stopping: Callable[[Path], bool]

    def is_gone(self, var: Path) -> bool:
        """Whether it is dead, or serves nobody new because it is about to end."""
        return self.pid(var) is None or self.is_stopping(var)


POSTGRES = Server(
    "PostgreSQL", postgres.ensure, postgres.stop, postgres.pid, postgres.is_stopping
)
# It ends at once, whoever is connected.
REDIS = Server("Redis", redis.ensure, redis.stop, redis.pid, lambda var: False)
ALL = (POSTGRES, REDIS)


@contextmanager
def running(
    var: Path, servers: Collection[Server] = ALL, *, durable: bool = True
) -> Iterator[list[Server]]:
    """Starts the servers or attaches to them; yields those it had to start.

    At the end all servers of `var` stop unless somebody else uses them. Raises
    `Unavailable`.
    """
    paths.prepare_folders(var, socket_owners(var))
    with _open(var, "users.lock") as users:
        try:
            with start_lock(var):
                fcntl.flock(users, fcntl.LOCK_SH)
                started = [server for server in servers if server.ensure(var, durable)]
            yield started
        finally:
            with start_lock(var):
                _stop_if_last(var, users)


def restart_dead(
    var: Path, servers: Collection[Server], *, durable: bool = True
) -> list[str]:
    """Starts again servers that died, or were told to stop, while in use; their names.

    One that waits for its users to go is stopped first, which ends their connections.
    """
    gone = [server for server in servers if server.is_gone(var)]
    if gone:
        with start_lock(var):
            for server in gone:
                if server.is_stopping(var):
                    server.stop(var)
            gone = [server for server in gone if server.ensure(var, durable)]
    return [server.name for server in gone]


@contextmanager
def start_lock(var: Path) -> Iterator[None]:
    """One process at a time starts or stops servers."""
    with _open(var, "start.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _stop_if_last(var: Path, users: IO[bytes]) -> None:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return
    for server in ALL:
        server.stop(var)


def _open(var: Path, name: str) -> IO[bytes]:
    return (paths.run_dir(var) / name).open("ab")


def socket_owners(var: Path) -> frozenset[int]:
    """Root's PostgreSQL may run as another user, who then owns the sockets."""
    return frozenset({os.geteuid(), postgres_data.owner(paths.postgres_data(var))})
