"""A worker hangs: it cannot say so itself, and the web process does."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from io import StringIO
from typing import Any

import httpx
import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from apps.infrastructure import redis
from apps.infrastructure.workers import worker_heartbeats
from apps.knowledge import tasks
from apps.ops.models import Incident
from apps.properties.models import Property
from tests.site import Program, Site, running, start, wait_for

pytestmark = pytest.mark.slow

SILENCE_SECONDS = 4
WORKER = ["celery", "-A", "concierge_project", "worker", "--pool", "solo"]


@pytest.fixture(scope="module")
def watching_site(django_db_setup: None) -> Iterator[Site]:
    """A site that waits for a worker's heartbeat for seconds only."""
    with start("watching-web", WORKER_SILENCE_SECONDS=str(SILENCE_SECONDS)) as site:
        yield site


@pytest.fixture
def hanging_worker(django_db_setup: None) -> Iterator[Program]:
    """A worker that is still well; the test makes it hang.

    What workers of other tests left behind is forgotten: some were killed.
    """
    worker_heartbeats.forget_heartbeat()
    redis.broker().delete(worker_heartbeats.QUEUE)
    with running("hanging-worker", *WORKER, "-l", "INFO") as program:
        wait_for(lambda: " ready." in program.log.read_text())
        yield program
        program.signal(signal.SIGCONT)


def health(site: Site) -> tuple[int, dict[str, Any]]:
    answer = httpx.get(f"{site.url}/health", timeout=20)
    return answer.status_code, answer.json()


def worker_finding() -> dict[str, Any]:
    """The doctor's, which must have ended with 1 for a fault."""
    out, code = StringIO(), 0
    try:
        call_command("doctor", json=True, stdout=out)
    except SystemExit as end:
        code = int(end.code or 0)
    report = json.loads(out.getvalue())
    assert code == (0 if report["healthy"] else 1)
    [finding] = [one for one in report["findings"] if one["check"] == "worker"]
    return dict(finding)


def open_troubles() -> list[str]:
    rows = Incident.objects.filter(check_name="worker", closed_at=None)
    return list(rows.values_list("message", flat=True))


def test_it_tells_operators_of_a_worker_that_hangs(
    resort: Property,
    watching_site: Site,
    hanging_worker: Program,
    admin_client: Client,
    settings: Settings,
) -> None:
    settings.WORKER_SILENCE_SECONDS = SILENCE_SECONDS
    status, state = health(watching_site)
    assert (status, state["status"], state["worker"]["ok"]) == (200, "healthy", True)
    assert worker_finding()["level"] == "ok"
    hanging_worker.signal(signal.SIGSTOP)
    # The first goes to the connection on which the worker waits.
    for _ in range(3):
        tasks.embed.delay(embedding_ids=[])
    wait_for(lambda: health(watching_site)[1]["status"] == "degraded", 20)
    status, state = health(watching_site)
    assert status == 200
    assert state["worker"]["heartbeat_age_seconds"] > SILENCE_SECONDS
    assert state["worker"]["oldest_task_age_seconds"] > 0
    finding = worker_finding()
    assert finding["level"] == "fault"
    assert "heartbeat" in finding["message"]
    wait_for(open_troubles, 20)
    page = admin_client.get("/admin/ops/").content.decode()
    assert "Last heartbeat of a worker" in page
    assert "Oldest queued task" in page
    hanging_worker.signal(signal.SIGCONT)
    wait_for(lambda: health(watching_site)[1]["status"] == "healthy", 20)
    wait_for(lambda: not open_troubles(), 20)


def test_it_takes_a_worker_that_was_stopped_for_none(
    resort: Property, watching_site: Site
) -> None:
    with running("stopped-worker", *WORKER, "-l", "INFO") as program:
        wait_for(lambda: " ready." in program.log.read_text())
        wait_for(lambda: health(watching_site)[1]["worker"]["ok"])
    status, state = health(watching_site)
    assert (status, state["status"]) == (200, "healthy")
    assert state["worker"]["heartbeat_age_seconds"] is None
