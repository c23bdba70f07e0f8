"""A watcher outside hears that all is well, and nothing once it is not."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from django_celery_beat.models import IntervalSchedule, PeriodicTask
from pytest_django import Settings

from apps.infrastructure import redis
from apps.infrastructure.workers import worker_heartbeats
from apps.ops.alerts import watch
from tests.fakes.loopback import Loopback, loopback

pytestmark = pytest.mark.django_db
PATH = "/ping/secret-of-the-check"


@pytest.fixture
def watcher(settings: Settings) -> Iterator[Loopback]:
    """Hears of a site whose beat and worker are well."""
    schedule = IntervalSchedule.objects.create(every=1, period="minutes")
    PeriodicTask.objects.create(
        name="x", task="x", interval=schedule, last_run_at=timezone.now()
    )
    # Tests whose worker was killed leave tasks behind.
    redis.broker().delete(worker_heartbeats.QUEUE)
    worker_heartbeats.note_heartbeat()
    with loopback() as server:
        server.answers[PATH] = (200, "OK")
        settings.HEARTBEAT_URL = f"{server.url}{PATH}"
        yield server
    worker_heartbeats.forget_heartbeat()


def test_it_is_sent_while_worker_and_beat_are_well(
    watcher: Loopback, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    assert watch.send_heartbeat()
    assert [path for _, path, _ in watcher.requests] == [PATH]
    PeriodicTask.objects.update(last_run_at=timezone.now() - timedelta(hours=1))
    assert not watch.send_heartbeat()
    PeriodicTask.objects.update(last_run_at=timezone.now())
    settings.WORKER_SILENCE_SECONDS = -1
    assert not watch.send_heartbeat()
    assert len(watcher.requests) == 1
    settings.WORKER_SILENCE_SECONDS = 30
    watcher.answers[PATH] = (500, "no")
    caplog.set_level(logging.WARNING)
    assert not watch.send_heartbeat()
    settings.HEARTBEAT_URL = "http://127.0.0.1:1/secret-of-the-check"
    assert not watch.send_heartbeat()
    assert "status 500" in caplog.text
    assert "secret-of-the-check" not in caplog.text
    settings.HEARTBEAT_URL = ""
    assert not watch.send_heartbeat()
