"""`make run` as Sam, who has just cloned the project, sees it."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from apps.embedded import lease, places, postgres, processes, redis

PATIENCE_SECONDS = 150
ADDRESS = re.compile(r"Guest page +(http://127\.0\.0\.1:\d+/)")
WEB = "concierge_project.web"


class Window:
    """A terminal window in which `manage.py up` was typed."""

    def __init__(self, var: Path, *arguments: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", *arguments],
            cwd=places.PROJECT,
            env={**os.environ, "CONCIERGE_VAR": str(var), **environment},
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

    def shows(self, pattern: str) -> "re.Match[str]":
        assert processes.wait_until(
            lambda: bool(re.search(pattern, self.text)) or self._has_ended(),
            seconds=PATIENCE_SECONDS,
            pause=0.1,
        ), self.text
        found = re.search(pattern, self.text)
        assert found, self.text
        return found

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


@pytest.fixture
def up(home: Path) -> Iterator[Callable[..., Window]]:
    windows: list[Window] = []

    def type_up(*arguments: str, **environment: str) -> Window:
        windows.append(Window(home, *(arguments or ("--port", "0")), **environment))
        return windows[-1]

    yield type_up
    for window in windows:
        window.process.kill()
        window.process.wait()
    redis.stop(home)
    postgres.stop(home)


def status(address: str) -> int:
    with contextlib.suppress(OSError):
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
    return 0


def inhabitants(var: Path) -> dict[int, str]:
    """Every process that was started for this var folder, with its command."""
    sign, found = f"CONCIERGE_VAR={var}".encode(), {}
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if sign in path.read_bytes().split(b"\0"):
                pid = int(path.parent.name)
                found[pid] = processes.command_line(pid).replace("\0", " ")
    return found


def pids(var: Path, program: str) -> set[int]:
    return {pid for pid, line in inhabitants(var).items() if program in line}


def servers(var: Path) -> dict[str, int]:
    return {one.name: pid for one in lease.ALL if (pid := one.pid(var)) is not None}


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
    return processes.wait_until(is_true, seconds=60, pause=0.2)


def test_it_runs_once_until_ctrl_c_and_leaves_nothing_behind(
    up: Callable[..., Window], home: Path
) -> None:
    window = up("--port", "0", "--flower", str(free_port()))
    page = window.page()
    assert status(page) == 200
    tasks = window.shows(r"Flower +(http://127\.0\.0\.1:\d+/)")[1]
    assert becomes(lambda: status(f"{tasks}healthcheck") == 200)
    assert status(f"{page}admin/") == 200
    assert places.staff_password(home).read_text().strip() in window.text
    second = up()
    assert second.ends() == 0
    assert "already running" in second.text
    assert page in second.text
    assert window.ends(signal.SIGINT) == 0
    assert window.text.endswith("Stopped.\n")
    assert inhabitants(home) == {}
    assert servers(home) == {}


def test_it_comes_back_whatever_is_killed(
    up: Callable[..., Window], home: Path
) -> None:
    """Every part at once first, then what watches over them."""
    first = up()
    page = first.page()
    kill_every_part(home)
    assert becomes(lambda: status(page) == 200)
    assert "web ended (-9)" in first.text
    first.ends(signal.SIGKILL)
    assert becomes(lambda: not pids(home, WEB) | pids(home, "celery"))
    port = int(page.rstrip("/").rpartition(":")[2])
    assert becomes(lambda: is_free(port))
    with socket.create_server(("127.0.0.1", port)):
        second = up("--port", str(port))
        assert second.page() != page
    assert f"Port {port} is taken" in second.text
    second.process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    assert second.ends(signal.SIGINT, seconds=3) == 130
    assert becomes(lambda: not inhabitants(home) and not servers(home))


def kill_every_part(home: Path) -> None:
    """Returns when all are there again."""
    assert becomes(lambda: len(pids(home, "celery")) >= 4)
    programs, before = (
        pids(home, WEB) | pids(home, "celery"),
        servers(home),
    )
    for pid in {*programs, *before.values()}:
        os.kill(pid, signal.SIGKILL)
    assert becomes(lambda: len(pids(home, "celery") - programs) >= 4)
    after = servers(home)
    assert after.keys() == before.keys()
    assert not set(after.values()) & set(before.values())


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("DATABASE_URL", "postgresql://concierge@127.0.0.1:1/concierge"),
        ("REDIS_URL", "redis://127.0.0.1:1/0"),
    ],
)
def test_it_says_so_when_a_named_server_is_away(
    tmp_path: Path, name: str, address: str
) -> None:
    window = Window(tmp_path / "var", **{name: address})
    assert window.ends(seconds=60) == 1
    assert f"{name} names a" in window.text
    assert "Traceback" not in window.text


def test_it_tells_why_the_site_does_not_start(
    tmp_path: Path, home: Path, up: Callable[..., Window]
) -> None:
    broken = tmp_path / "sitecustomize.py"
    broken.write_text(
        f"import sys\nif '{WEB}' in ' '.join(sys.orig_argv):\n"
        "    raise SystemExit('no page today')\n"
    )
    window = up("--port", "0", PYTHONPATH=str(tmp_path))
    assert window.ends(seconds=PATIENCE_SECONDS) == 1
    assert "no page today" in window.text
    shutil.rmtree(tmp_path)
    assert inhabitants(home) == {}
