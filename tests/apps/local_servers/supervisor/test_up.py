"""`make run` as Sam, who has just cloned the project, sees it."""

import os
import shutil
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from apps.local_servers import paths
from tests.apps.local_servers.terminal import (
    PATIENCE_SECONDS,
    WEB,
    Window,
    becomes,
    free_port,
    is_free,
    pids,
    servers,
    status,
    working_in,
)

pytestmark = pytest.mark.slow

# Of Celery: the worker with its two processes, that of the documents with its one, beat
# and Flower.
PROGRAMS = 7


def test_it_runs_once_and_comes_back_whatever_is_killed(
    up: Callable[..., Window], home: Path
) -> None:
    """Few starts, of which each takes half a minute of processor time."""
    first = up("--port", "0", "--flower", str(free_port()))
    page = first.page()
    everything_answers(first, page, home)
    second = up()
    assert second.ends() == 0
    assert "already running" in second.text
    assert page in second.text
    every_part_comes_back(first, page, home)
    first.ends(signal.SIGKILL)
    assert becomes(lambda: not pids(home, WEB) | pids(home, "celery"))
    port = int(page.rstrip("/").rpartition(":")[2])
    assert becomes(lambda: is_free(port))
    with socket.create_server(("127.0.0.1", port)):
        third = up("--port", str(port), "--flower", str(free_port()))
        assert third.page() != page
    assert f"Port {port} is taken" in third.text
    assert third.ends(signal.SIGINT) == 0
    assert third.text.endswith("Stopped.\n")
    assert working_in(home) == {}
    assert servers(home) == {}


def everything_answers(window: Window, page: str, home: Path) -> None:
    assert status(page) == 200
    tasks = window.shows(r"Flower +(http://127\.0\.0\.1:\d+/)")[1]
    assert becomes(lambda: status(f"{tasks}healthcheck") == 200)
    assert status(f"{page}admin/") == 200
    assert paths.staff_password(home).read_text().strip() in window.text
    # Mails of the demo lead to the page that is served.
    assert all(knows_address(pid, page) for pid in pids(home, "celery"))


def every_part_comes_back(window: Window, page: str, home: Path) -> None:
    """Every part at once first, then PostgreSQL, which is asked to stop."""
    kill_every_part(home)
    assert becomes(lambda: status(page) == 200)
    assert "web ended (-9)" in window.text
    tell_postgres_to_stop(home)
    assert becomes(lambda: status(page) == 200)
    assert window.text.count("PostgreSQL had ended; it was started again") == 2


def test_who_presses_twice_does_not_wait_for_the_parts(
    up: Callable[..., Window], home: Path
) -> None:
    window = up()
    assert becomes(lambda: len(pids(home, "celery")) >= PROGRAMS - 1)
    window.process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    assert window.ends(signal.SIGINT, seconds=3) == 130
    assert becomes(lambda: not working_in(home) and not servers(home))


def knows_address(pid: int, page: str) -> bool:
    environment = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return f"SITE_URL={page.rstrip('/')}".encode() in environment


def kill_every_part(home: Path) -> None:
    """Returns when all are there again."""
    assert becomes(lambda: len(pids(home, "celery")) >= PROGRAMS)
    programs, before = (
        pids(home, WEB) | pids(home, "celery"),
        servers(home),
    )
    for pid in {*programs, *before.values()}:
        os.kill(pid, signal.SIGKILL)
    assert becomes(lambda: len(pids(home, "celery") - programs) >= PROGRAMS)
    after = servers(home)
    assert after.keys() == before.keys()
    assert not set(after.values()) & set(before.values())


def tell_postgres_to_stop(home: Path) -> None:
    """With a lone SIGTERM, which waits for pools; returns when another one runs."""
    before = servers(home)["PostgreSQL"]
    os.kill(before, signal.SIGTERM)
    assert becomes(lambda: servers(home).get("PostgreSQL", before) != before)


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
    assert working_in(home) == {}
