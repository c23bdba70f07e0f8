"""Pytest plugin: the tests' own PostgreSQL and Redis, below `var/test`.

Loaded with `-p tests.servers` before Django reads its settings. Test runs side by side
get folders, and so servers, of their own. Servers named in the environment are used as
they are.
"""

import fcntl
import os
import shutil
from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import pytest
import redis
from django.conf import settings

from apps.local_servers import paths
from apps.local_servers.databases import external_servers, postgres, shared_servers
from apps.local_servers.databases import redis as redis_server
from apps.local_servers.errors import Unavailable

MOST_RUNS_AT_ONCE = 16
START_SECONDS = 180
STACK = pytest.StashKey[ExitStack]()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    if _only_hands_out_work(early_config):
        return
    stack = early_config.stash[STACK] = ExitStack()
    home = Path(os.environ.get("CONCIERGE_VAR", paths.PROJECT / "var"))
    var = own_folder(home.absolute(), stack)
    os.environ["CONCIERGE_VAR"] = str(var)
    # Tests fork and use threads, which a connection pool does not survive.
    os.environ.setdefault("DATABASE_POOL", "false")
    # A key of the developer's own must not be spent on tests.
    os.environ["GOOGLE_API_KEY"] = ""
    # Tests ask about rows without vectors, which nobody computes.
    os.environ.setdefault("INDEX_WAIT_SECONDS", "0")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Starts what the settings do not name; the settings are loaded by now."""
    stack = config.stash.get(STACK, None)
    if config.option.collectonly or config.option.help or not settings.configured:
        return
    if stack is None:
        return
    var = Path(settings.VAR_DIR)
    needed = external_servers.embedded_servers()
    try:
        _start(stack, var, needed)
    except Unavailable as error:
        raise pytest.UsageError(f"No servers for the tests: {error}") from error
    if shared_servers.REDIS in needed:
        _empty_redis(var)
    if shared_servers.POSTGRES not in needed:  # runs side by side share that server
        _name_database(f"test_{paths.DATABASE}_{var.name.replace('-', '_')}")


def _start(
    stack: ExitStack, var: Path, needed: Collection[shared_servers.Server]
) -> None:
    """On a machine that is very busy a start takes long, and may fail once."""
    with pytest.MonkeyPatch.context() as patch:
        for server in (postgres, redis_server):
            patch.setattr(server, "START_SECONDS", START_SECONDS)
        try:
            stack.enter_context(shared_servers.running(var, needed, durable=False))
        except Unavailable:
            stack.enter_context(shared_servers.running(var, needed, durable=False))


def pytest_unconfigure(config: pytest.Config) -> None:
    if stack := config.stash.get(STACK, None):
        stack.close()


def _only_hands_out_work(config: pytest.Config) -> bool:
    """Whether xdist's workers run the tests; each of them has servers of its own."""
    has_workers = bool(config.known_args_namespace.numprocesses)
    return has_workers and "PYTEST_XDIST_WORKER" not in os.environ


def own_folder(home: Path, stack: ExitStack) -> Path:
    """`test` below `home`, or `test-2` and so on while another run has that one."""
    for number in range(1, MOST_RUNS_AT_ONCE + 1):
        var = home / ("test" if number == 1 else f"test-{number}")
        home.mkdir(parents=True, exist_ok=True)
        # Beside the folder: a run that ends removes its folder, and the next one would
        # hold a lock on a file that nobody else finds.
        lock = var.with_name(f"{var.name}.lock").open("ab")
        if _is_free(lock):
            stack.enter_context(lock)
            if number > 1:
                _remove(var)  # a run that was killed may have left half of it
                stack.callback(_remove, var)
            var.mkdir(exist_ok=True)
            return var
        lock.close()
    raise pytest.UsageError(f"{MOST_RUNS_AT_ONCE} test runs are going on already.")


def _remove(var: Path) -> None:
    """Removes the folder, and ends servers that work in it first."""
    for server in shared_servers.ALL:
        server.stop(var)
    shutil.rmtree(var, ignore_errors=True)


def _is_free(lock: IO[bytes]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _empty_redis(var: Path) -> None:
    with redis.Redis.from_url(paths.redis_url(var)) as client:
        client.flushall()


def _name_database(name: str) -> None:
    settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = name
