"""A real site for journeys: a server and a Celery worker on the test database."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

START_SECONDS = 60


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
    process: subprocess.Popen[bytes]


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
    """A web process with these variables; it answers when the block begins."""
    port = port or free_port()
    listens = ["-b", "127.0.0.1", "-p", str(port), "--no-server-name"]
    command = ["concierge_project.web", *listens]
    application = "concierge_project.asgi:application"
    with running(name, *command, application, **variables) as program:
        started = Site(port, program.log, program.process.pid)
        wait_for(lambda: answers(started))
        yield started


@pytest.fixture(scope="module")
def worker(django_db_setup: None) -> Iterator[Path]:
    """One Celery worker; other modules have none, and some count on that."""
    options = ["--pool", "solo", "--without-gossip", "--without-mingle", "-l", "INFO"]
    with running(
        "worker", "celery", "-A", "concierge_project", "worker", *options
    ) as program:
        wait_for(lambda: " ready." in program.log.read_text())
        yield program.log


@contextmanager
def running(name: str, *command: str, **variables: str) -> Iterator[Program]:
    """A process of the project on the tests' servers; ends with the block."""
    log = Path(settings.VAR_DIR) / f"{name}.log"
    program = [sys.executable, "-m", *command]
    with log.open("wb") as output:
        process = subprocess.Popen(
            program,
            env=environment() | variables,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Program(log, process)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def environment() -> dict[str, str]:
    """The tests' own servers and database, for a process that knows no fixtures."""
    row = connection.settings_dict
    database = make_conninfo(
        dbname=row["NAME"],
        user=row["USER"] or None,
        password=row["PASSWORD"] or None,
        host=row["HOST"] or None,
        port=row["PORT"] or None,
    )
    return {
        **os.environ,
        "DATABASE_URL": database,
        "DATABASE_POOL": "true",
        "CONCIERGE_VAR": str(settings.VAR_DIR),
        "PYTHONUNBUFFERED": "1",
        "GOOGLE_API_KEY": "",
        "WEB_PROCESSES": "1",
        # Workers that tests kill are no incident of a site that other tests share.
        "WORKER_SILENCE_SECONDS": "3600",
        "BOOKING_CODE_PAUSE_SECONDS": "0.05",
        # All guests of the tests share one address.
        "RATE_LIMIT_ADDRESS_PER_MINUTE": "100000",
    }


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
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
