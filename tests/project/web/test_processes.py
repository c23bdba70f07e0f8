"""Several processes answer at one address; Sam stops them like one."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.site import answers, start, wait_for

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_it_replaces_a_process_that_ends_and_stops_them_all(
    django_db_setup: None, server: str
) -> None:
    with start(f"two-{server}", WEB_SERVER=server, WEB_PROCESSES="2") as site:
        wait_for(lambda: len(children(site.pid)) == 2)
        killed, survivor = children(site.pid)
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: len(children(site.pid) - {killed, survivor}) == 1)
        assert answers(site)
        assert f"web process {killed} ended (-9)" in site.log.read_text()
        running = children(site.pid)
        site.signal(signal.SIGTERM)
        wait_for(lambda: not answers(site))
        wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in running))


def children(pid: int) -> set[int]:
    """Processes that it has started and that live."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return set(map(int, text.split()))
