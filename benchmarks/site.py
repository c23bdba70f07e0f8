"""A site of its own for measuring: servers, tables and data below `var/bench`."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg

from apps.local_servers import paths
from apps.local_servers.databases import shared_servers
from apps.local_servers.supervisor import child_process

START_SECONDS = 90
STOP_SECONDS = 15
# Not for a measured process, whatever the command that measures it was started with.
NOT_INHERITED = ("DATABASE_URL", "REDIS_URL", "GOOGLE_API_KEY", "DATABASE_POOL")
LIMITS = {
    # One address asks for hundreds of guests here; the check itself still runs.
    "RATE_LIMIT_PER_MINUTE": "1000000",
    "RATE_LIMIT_ADDRESS_PER_MINUTE": "1000000",
    "RATE_LIMIT_STRANGERS_PER_MINUTE": "1000000",
    "MAX_CONNECTIONS_PER_ADDRESS": "1000000",
    "WEB_PROCESSES": "1",
    "LOG_LEVEL": "WARNING",
}
SIGN_IN = """
from django.contrib.auth.models import User
from django.test import Client
rights = {"is_staff": True, "is_superuser": True}
user, _ = User.objects.get_or_create(username="staff", defaults=rights)
client = Client()
client.force_login(user)
print(client.cookies["sessionid"].value)
"""
FORGET = "truncate conversations_conversation cascade"
FORGET_CHECKPOINTS = (
    "truncate langgraph.checkpoints, langgraph.checkpoint_blobs, "
    "langgraph.checkpoint_writes"
)


@dataclass(frozen=True)
class Web:
    """One web process."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def pid(self) -> int:
        return self.process.pid

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@dataclass(frozen=True)
class Site:
    """Embedded servers that hold the demo properties, and what runs on them."""

    var: Path
    variables: dict[str, str]

    def environment(self) -> dict[str, str]:
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in NOT_INHERITED
        }
        own = {"CONCIERGE_VAR": str(self.var), "PYTHONUNBUFFERED": "1"}
        return {
            **child_process.MEMORY,
            **inherited,
            **LIMITS,
            **own,
            **self.variables,
        }

    def spawn(self, name: str, *module: str) -> subprocess.Popen[bytes]:
        """A program of the project; its output goes to a log in the var folder."""
        with (self.var / f"{name}.log").open("ab") as log:
            return subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", *module],
                cwd=paths.PROJECT,
                env=self.environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def web(self, port: int = 0) -> Web:
        """A web process that begins to start."""
        port = port or free_port()
        where = ["-b", "127.0.0.1", "-p", str(port), "--no-server-name"]
        web_process = [
            "concierge_project.web",
            *where,
            "concierge_project.asgi:application",
        ]
        return Web(self.spawn(f"web-{port}", *web_process), port)

    def worker(self) -> subprocess.Popen[bytes]:
        quiet = ["--without-gossip", "--without-mingle", "-l", "WARNING"]
        celery = ["celery", "-A", "concierge_project", "worker", "-c", "1", *quiet]
        return self.spawn("worker", *celery, "--beat")

    def staff_session_key(self) -> str:
        """The session of a superuser, for the cookie `sessionid`."""
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", SIGN_IN]
        completed = subprocess.run(  # noqa: S603
            command,
            cwd=paths.PROJECT,
            env=self.environment(),
            check=True,
            capture_output=True,
            text=True,
        )
        return completed.stdout.split()[-1]

    def database(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(paths.database_url(self.var), autocommit=True)


@contextlib.contextmanager
def prepared(name: str = "bench", **variables: str) -> Iterator[Site]:
    """Servers with tables and demo data and without conversations.

    name: of the folder below `var`, or an absolute path.
    """
    var = paths.PROJECT / "var" / name
    var.mkdir(parents=True, exist_ok=True)
    site = Site(var, variables)
    with shared_servers.running(var, shared_servers.ALL):
        command = [sys.executable, "manage.py", "reindex", "--failed"]
        subprocess.run(  # noqa: S603
            command, cwd=paths.PROJECT, env=site.environment(), check=True
        )
        with site.database() as database:
            database.execute(FORGET)
            database.execute(FORGET_CHECKPOINTS)
        yield site


@contextlib.contextmanager
def running(site: Site) -> Iterator[Web]:
    web = site.web()
    try:
        wait_until_it_answers(web)
        yield web
    finally:
        stop(web.process)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_until_it_answers(web: Web) -> None:
    """Whatever it says."""
    _wait_for(web, range(200, 600))


def wait_until_it_is_ready(web: Web) -> None:
    """Until it has loaded what its first guest would have to wait for."""
    _wait_for(web, range(200, 201))


def _wait_for(web: Web, statuses: range) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(httpx.TransportError):
            answer = httpx.get(f"http://127.0.0.1:{web.port}/health", timeout=20)
            if answer.status_code in statuses:
                return
        if web.process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"The web process on port {web.port} is not there.")
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
