"""A program that answers nobody is ended and started again, in a small size.

The web process of a whole site is tried by `test_hanging_web_process`, each night.
"""

import os
import signal
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from apps.local_servers import paths
from apps.local_servers.supervisor import child_process, site_address
from apps.local_servers.supervisor.child_process import Child
from apps.local_servers.supervisor.site_address import Probe
from apps.local_servers.supervisor.startup_status import Status
from apps.local_servers.supervisor.up import Site
from tests.apps.local_servers.terminal import becomes, free_port, status


@pytest.fixture
def screen() -> StringIO:
    return StringIO()


@pytest.fixture
def site(
    tmp_path: Path, screen: StringIO, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Site]:
    """A site that consists of one small web server."""
    for name in ("ANSWER_SECONDS", "PAUSE_SECONDS", "RETRY_SECONDS"):
        monkeypatch.setattr(site_address, name, 0.3)
    monkeypatch.setattr(site_address, "HEAD_START_SECONDS", 0)
    monkeypatch.setattr(child_process, "GRACE_SECONDS", 0.3)
    paths.prepare_folders(tmp_path, frozenset({os.getuid()}))
    site = Site(tmp_path, Status(screen), [])
    yield site
    child_process.stop_all(site.children)


@pytest.fixture
def page(site: Site, tmp_path: Path) -> str:
    port = free_port()
    folder = ["--bind", "127.0.0.1", "--directory", str(tmp_path)]
    web = site.add("web", ["http.server", str(port), *folder])
    page = f"http://127.0.0.1:{port}/"
    site.probe = probe = Probe(web, page, seconds=1)
    assert becomes(lambda: status(page) == 200)
    probe.start()
    assert becomes(lambda: probe.answered_started_at == web.started_at)
    return page


def test_it_ends_a_program_that_answers_nobody(
    site: Site, page: str, screen: StringIO
) -> None:
    [web] = site.children
    hanging = pid(web)
    os.kill(hanging, signal.SIGSTOP)

    def has_restarted() -> bool:
        site.supervise()
        return pid(web) not in (0, hanging)

    assert becomes(has_restarted)
    assert "web does not answer; it is ended" in screen.getvalue()
    assert becomes(lambda: status(page) == 200)


def pid(child: Child) -> int:
    return child.process.pid if child.process else 0
