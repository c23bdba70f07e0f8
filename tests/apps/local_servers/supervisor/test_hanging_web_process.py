"""A web process that answers nobody is ended, and `up` starts another."""

import contextlib
import os
import signal
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.local_servers.terminal import (
    WEB,
    Window,
    becomes,
    free_port,
    pids,
    status,
)
from tests.site import running

pytestmark = pytest.mark.slow

# A site with a page that never lets the event loop go on.
FREEZING_SITE = """
from concierge_project.asgi import application as site

async def application(scope, receive, send):
    while scope.get("path") == "/freeze":
        pass
    await site(scope, receive, send)
"""
# The web process of `up` serves it in place of the site.
EXCHANGE = f"""
import sys
if "{WEB}" in " ".join(sys.orig_argv):
    sys.argv[-1] = "freezing_site:application"
"""


@pytest.fixture
def freezing_site(tmp_path: Path) -> str:
    """The folder of a site that can be frozen, for PYTHONPATH."""
    (tmp_path / "freezing_site.py").write_text(FREEZING_SITE)
    (tmp_path / "sitecustomize.py").write_text(EXCHANGE)
    return str(tmp_path)


def freeze(site: str) -> None:
    def visit() -> None:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{site}freeze", timeout=60)  # noqa: S310

    threading.Thread(target=visit, daemon=True).start()


def web(home: Path) -> int:
    return max(pids(home, WEB))


@pytest.mark.nightly
def test_it_ends_a_process_whose_event_loop_hangs(
    up: Callable[..., Window], home: Path, freezing_site: str
) -> None:
    window = up("--port", "0", PYTHONPATH=freezing_site, WATCHDOG_SECONDS="4")
    page = window.page()
    hanging = web(home)
    freeze(page)
    assert becomes(lambda: hanging not in pids(home, WEB))
    assert becomes(lambda: status(page) == 200)
    window.shows(r"web ended \(70\)")
    log = (home / "log" / "web.log").read_text()
    assert "The event loop has not turned for 4 seconds" in log
    assert "freezing_site.py" in log


@pytest.mark.nightly
def test_it_ends_a_process_that_cannot_watch_itself(
    up: Callable[..., Window], home: Path
) -> None:
    window = up("--port", "0", WATCHDOG_SECONDS="4")
    page = window.page()
    os.kill(web(home), signal.SIGSTOP)
    window.shows("web does not answer", seconds=60)
    assert becomes(lambda: status(page) == 200)


@pytest.mark.usefixtures("django_db_setup")
def test_it_needs_no_supervisor(freezing_site: str) -> None:
    """As in the image, where a restart policy starts the next one."""
    port = free_port()
    page = f"http://127.0.0.1:{port}/"
    command = [WEB, "-b", "127.0.0.1", "-p", str(port), "freezing_site:application"]
    variables = {"PYTHONPATH": freezing_site, "WATCHDOG_SECONDS": "3"}
    with running("freezing-web", *command, **variables) as program:
        assert becomes(lambda: status(f"{page}health") != 0)
        freeze(page)
        assert program.exit_code(20) == 70
    log = program.log.read_text()
    assert "The event loop has not turned for 3 seconds" in log
    assert "freezing_site.py" in log
