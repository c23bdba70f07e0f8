"""A real site for journeys: a server and a Celery worker on the test database."""

from __future__ import annotations

import os
import random
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from apps.infrastructure.postgresql import roles
from tests import forked, leaked_secrets

START_SECONDS = 120
STARTS = 3
APPLICATION = "concierge_project.asgi:application"
LINES = 30
# Below those that the kernel gives to connections: one of them might take a port
# before the process that it is meant for.
PORTS = range(10_000, 32_000)


@dataclass(frozen=True)
class Site:
    """Where the site answers."""

    port: int
    log: Path
    pid: int = 0

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/mohegan-sun/"


@dataclass(frozen=True)
class Program:
    """A process of the project and where it writes."""

    log: Path
    process: BaseProcess

    @property
    def pid(self) -> int:
        assert self.process.pid
        return self.process.pid

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def has_ended(self) -> bool:
        return self.process.exitcode is not None

    def exit_code(self, seconds: float = START_SECONDS) -> int | None:
        """Once it has ended; None for one that still runs after these seconds."""
        self.process.join(seconds)
        return self.process.exitcode

    def becomes(self, is_ready: Callable[[], bool]) -> bool:
        """Whether it is ready before it ends; a late one fails the test."""
        ends_at = time.monotonic() + START_SECONDS
        while not self.has_ended() and not is_ready():
            if time.monotonic() > ends_at:
                pytest.fail(f"not ready after {START_SECONDS} s: {self}")
            time.sleep(0.1)
        return not self.has_ended()

    def __str__(self) -> str:
        """For a failure: a session's site takes all tests that need it along."""
        lines = self.log.read_text(errors="replace").splitlines()[-LINES:]
        state = f"ended with {self.process.exitcode}" if self.has_ended() else "runs"
        return "\n".join([f"{self.log.name}, which {state}, wrote last:", *lines])


@pytest.fixture(scope="session")
def site(django_db_setup: None) -> Iterator[Site]:
    """A site without a key, for the whole test run."""
    with start("web") as running_site:
        yield running_site


@pytest.fixture(scope="session")
def site_on_uvicorn(django_db_setup: None) -> Iterator[Site]:
    """The same site behind the other server."""
    with start("web-uvicorn", WEB_SERVER="uvicorn") as running_site:
        yield running_site


@pytest.fixture(params=["daphne", "uvicorn"])
def site_on_either(request: pytest.FixtureRequest) -> Site:
    """A test that asks for it runs on both servers."""
    name = "site" if request.param == "daphne" else "site_on_uvicorn"
    either: Site = request.getfixturevalue(name)
    return either


@contextmanager
def start(name: str, *, port: int = 0, **variables: str) -> Iterator[Site]:
    """A web process with these variables; it answers when the block begins.

    One that ends at once, as when its port is taken, is started again.
    """
    with ExitStack() as stack:
        for _ in range(STARTS):
            number = port or free_port()
            listens = ["-b", "127.0.0.1", "-p", str(number), "--no-server-name"]
            command = ["concierge_project.web", *listens, APPLICATION]
            program = stack.enter_context(running(name, *command, **variables))
            site = Site(number, program.log, program.pid)
            if program.becomes(lambda: answers(site)):  # noqa: B023 - asked at once
                break
        else:
            pytest.fail(f"a web process does not start: {program}")
        yield site


@pytest.fixture(scope="module")
def worker(django_db_setup: None) -> Iterator[Path]:
    """One Celery worker; other modules have none, and some count on that."""
    options = ["--pool", "solo", "--without-gossip", "--without-mingle", "-l", "INFO"]
    with running(
        "worker", "celery", "-A", "concierge_project", "worker", *options
    ) as program:
        if not program.becomes(lambda: " ready." in program.log.read_text()):
            pytest.fail(f"a worker does not start: {program}")
        yield program.log


@contextmanager
def running(name: str, *command: str, **variables: str) -> Iterator[Program]:
    """A process of the project on the tests' servers; ends with the block."""
    log = Path(settings.VAR_DIR) / f"{name}.log"
    module, *arguments = command
    variables = environment() | variables
    program = Program(log, forked.start(module, arguments, variables, log))
    try:
        yield program
    finally:
        leaked_secrets.note_processes()
        program.process.terminate()
        if program.exit_code(10) is None:
            program.process.kill()
            program.process.join()
        leaked_secrets.note_log(log)


def environment() -> dict[str, str]:
    """The tests' own servers and database, for a process that knows no fixtures."""
    return {
        **os.environ,
        "DATABASE_URL": _address(connection.settings_dict),
        "DATABASE_OWNER_URL": _address(roles.as_owner(connection.settings_dict)),
        **leaked_secrets.VARIABLES,
        "DATABASE_POOL": "true",
        "CONCIERGE_VAR": str(settings.VAR_DIR),
        "PYTHONUNBUFFERED": "1",
        "GOOGLE_API_KEY": "",
        "WEB_PROCESSES": "1",
        "SITE_URL": "https://concierge.example",
        # Workers that tests kill are no incident of a site that other tests share.
        "WORKER_SILENCE_SECONDS": "3600",
        "WATCH_SECONDS": "3600",
        "BOOKING_CODE_PAUSE_SECONDS": "0.05",
        # All guests of the tests share one address.
        "RATE_LIMIT_ADDRESS_PER_MINUTE": "100000",
        "RATE_LIMIT_STRANGERS_PER_MINUTE": "100000",
    }


def _address(row: dict[str, Any]) -> str:
    return make_conninfo(
        dbname=row["NAME"],
        user=row["USER"] or None,
        password=row["PASSWORD"] or leaked_secrets.DATABASE_PASSWORD,
        host=row["HOST"] or None,
        port=row["PORT"] or None,
    )


def free_port() -> int:
    while True:
        # Not from the generator that is seeded alike in all runs side by side.
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


def answers(site: Site) -> bool:
    try:
        httpx.get(f"{site.url}/health", timeout=20)
    except httpx.TransportError:
        return False
    return True


def wait_for(is_true: object, seconds: float = START_SECONDS) -> None:
    """Waits until a condition holds; fails the test when it never does."""
    assert callable(is_true)
    ends_at = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < ends_at, "waited in vain"
        time.sleep(0.1)
