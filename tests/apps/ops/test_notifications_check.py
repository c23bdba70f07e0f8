"""Operators learn that staff do not hear, and a silent worker keeps nobody from it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from apps.infrastructure import database_scope
from apps.notifications.models import Notification
from apps.ops.doctor import environment, messages, worker_watch
from apps.ops.doctor.finding import Finding
from apps.properties.models import Property
from tests import factories
from tests.apps.notifications.conftest import alert_at, subscribe

pytestmark = pytest.mark.django_db


def findings() -> list[tuple[str, str]]:
    return [(finding.level, finding.message) for finding in messages.notifications()]


def test_it_tells_of_failures_and_of_what_waits(mohegan: Property) -> None:
    assert findings() == [("ok", "0 in the last day.")]
    now = timezone.now()
    row = Notification.objects.create(
        property=mohegan,
        channel="slack",
        topic="crisis",
        recipient="webhook:1",
        happened_at=now,
        next_attempt_at=now + timedelta(hours=5),
    )
    waits = [("ok", "1 in the last day: 1 to be sent.")]
    assert findings() == waits, "quiet hours are no delay"
    row.attempts, row.problem = 2, "The mail server refuses it."
    row.save()
    assert findings()[0][0] == "warning"
    row.attempts, row.problem = 0, ""
    row.next_attempt_at = now - timedelta(minutes=11)
    row.save()
    [(level, message)] = findings()
    assert level == "fault"
    assert "ten minutes" in message
    Notification.objects.update(status="failed")
    assert findings() == [("warning", "1 notification of the last day was not sent.")]


def test_the_web_process_notifies_while_the_workers_are_silent(
    mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    def worker() -> Iterator[Finding]:
        yield Finding("worker", "fault", "No heartbeat.", "Start it.")

    monkeypatch.setattr(environment, "worker", worker)
    monkeypatch.setattr(database_scope, "UNSCOPED", database_scope.NONE)
    with database_scope.all_properties():
        user = factories.StaffFactory.create(email="a@b.example", is_superuser=True)
        subscribe(None, "crisis", "fault", user=user)
        alert_at(mohegan)
    worker_watch.check_workers(timezone.now())
    worker_watch.check_workers(timezone.now())
    assert sorted(str(message.subject) for message in mail.outbox) == [
        "Mohegan Sun: A guest may be in danger",
        "The concierge: A fault of the system",
    ]
