"""A terminal window in which `manage.py up` runs, and what runs because of it."""

import contextlib
import os
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from apps.local_servers import paths, processes
from apps.local_servers.databases import shared_servers

PATIENCE_SECONDS = 150
ADDRESS = re.compile(r"Guest page +(http://127\.0\.0\.1:\d+/)")
WEB = "concierge_project.web"


class Window:
    """A terminal window in which `manage.py up` was typed."""

    def __init__(self, var: Path, *arguments: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", *arguments],
            cwd=paths.PROJECT,
            env={
                **os.environ,
                "WEB_PROCESSES": "1",
                "CONCIERGE_VAR": str(var),
                **environment,
            },
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.text = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.text += line

    def shows(self, pattern: str, seconds: float = PATIENCE_SECONDS) -> "re.Match[str]":
        assert processes.wait_until(
            lambda: bool(re.search(pattern, self.text)) or self._has_ended(),
            seconds=seconds,
            pause=0.1,
        ), self.text
        match = re.search(pattern, self.text)
        assert match, self.text
        return match

    def _has_ended(self) -> bool:
        return self.process.poll() is not None and not self._reader.is_alive()

    def page(self) -> str:
        return self.shows(ADDRESS.pattern)[1]

    def ends(self, number: int | None = None, seconds: float = 30) -> int:
        if number is not None:
            self.process.send_signal(number)
        code = self.process.wait(seconds)
        self._reader.join(5)
        return code


def status(address: str) -> int:
    with contextlib.suppress(OSError):
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
    return 0


def working_in(var: Path) -> dict[int, str]:
    """Every process that was started for this var folder, with its command."""
    sign, commands = f"CONCIERGE_VAR={var}".encode(), {}
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if sign in path.read_bytes().split(b"\0"):
                pid = int(path.parent.name)
                commands[pid] = processes.command_line(pid).replace("\0", " ")
    return commands


def pids(var: Path, program: str) -> set[int]:
    return {pid for pid, line in working_in(var).items() if program in line}


def servers(var: Path) -> dict[str, int]:
    return {
        server.name: pid
        for server in shared_servers.ALL
        if (pid := server.pid(var)) is not None
    }


def is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def becomes(is_true: Callable[[], bool]) -> bool:
    return processes.wait_until(is_true, seconds=90, pause=0.2)
