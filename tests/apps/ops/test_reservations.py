"""Operators learn of bookings that are not read, and of undecided requests."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.ops import tasks
from apps.ops.doctor import reservations
from apps.ops.models import Incident
from apps.properties.models import Property
from apps.reservations import escalation, requests
from apps.reservations.models import Request, SourceRefresh
from tests.apps.reservations.sample_requests import NOW, table_in, waiting

pytestmark = pytest.mark.django_db


def test_it_says_that_a_booking_system_is_not_read(
    mohegan: Property, settings: Settings, admin_client: Client
) -> None:
    assert [own.level for own in reservations.bookings()] == ["ok"]
    settings.RESERVATION_SOURCES = {"mohegan-sun": "https://pms.example"}
    [finding] = reservations.bookings()
    assert "mohegan-sun is not read: It was not read lately." in finding.message
    now = timezone.now()
    row = SourceRefresh.objects.create(
        property=mohegan, succeeded_at=now, counts={"new": 3, "missing": 0}
    )
    assert [own.level for own in reservations.bookings()] == ["ok"]
    row.succeeded_at = now - timedelta(minutes=21)
    row.problem = "It answered with status 503."
    row.save()
    [finding] = reservations.bookings()
    assert finding.level == "warning"
    assert "It answered with status 503." in finding.message
    page = admin_client.get("/admin/reservations/sourcerefresh/").content.decode()
    assert "It answered with status 503." in page
    assert "3 new" in page
    assert 'id="bookings"' in admin_client.get("/admin/runbook/").content.decode()


def test_it_opens_an_incident_for_requests_that_nobody_decides(
    mohegan: Property, admin_user: User, admin_client: Client
) -> None:
    row = waiting(table_in(mohegan))
    tasks.watch_requests()
    assert not Incident.objects.exists()
    escalation.escalate(NOW + timedelta(minutes=26))
    tasks.watch_requests()
    tasks.watch_requests()
    incident = Incident.objects.get()
    assert (incident.check_name, incident.level) == ("requests", "warning")
    assert incident.message == (
        "Requests wait for a decision, one for 25 minutes or more: Mohegan Sun 1."
    )
    escalation.escalate(NOW + timedelta(minutes=40))
    tasks.watch_requests()
    incident.refresh_from_db()
    assert incident.level == "fault"
    page = admin_client.get("/admin/ops/incident/").content.decode()
    assert "/admin/runbook/#requests" in page
    requests.approve(row, admin_user, NOW)
    tasks.watch_requests()
    incident.refresh_from_db()
    assert incident.closed_at


def test_it_measures_how_long_decisions_take(
    mohegan: Property, admin_user: User, admin_client: Client
) -> None:
    now = timezone.now()
    for number, minutes in enumerate((2, 4, 30)):
        row = waiting(table_in(mohegan, code=f"DINE77{number}"))
        asked_at = now - timedelta(minutes=minutes)
        row.steps.filter(action="submit").update(at=asked_at)
        requests.approve(row, admin_user, now)
    undecided = waiting(table_in(mohegan, code="DINE7799"))
    Request.objects.filter(pk=undecided.pk).update(due_at=now - timedelta(minutes=1))
    escalation.escalate(now + timedelta(days=400))
    metrics = admin_client.get("/metrics").content.decode()
    for line in (
        'concierge_request_decision_minutes{quantile="0.5"} 4.0',
        'concierge_request_decision_minutes{quantile="0.95"} 27.4',
        "concierge_requests_decided_day 3.0",
        "concierge_requests_waiting 1.0",
        "concierge_requests_overdue 1.0",
        'concierge_requests_escalated{property="mohegan-sun"} 1.0',
    ):
        assert line in metrics
    page = admin_client.get("/admin/ops/").content.decode()
    assert "Decision on a request, 95% within" in page


def test_it_says_that_nothing_was_decided(
    mohegan: Property, admin_client: Client
) -> None:
    metrics = admin_client.get("/metrics").content.decode()
    assert 'concierge_request_decision_minutes{quantile="0.95"} -1.0' in metrics
