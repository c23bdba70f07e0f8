"""Operators learn of bookings that are not read, and of undecided requests."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.ops.doctor import reservations
from apps.properties.models import Property
from apps.reservations.models import SourceRefresh

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
