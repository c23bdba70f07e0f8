"""Operators learn of text messages that guests did not get, and of refused webhooks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.infrastructure import counters
from apps.ops.doctor import messages
from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import outbox

pytestmark = pytest.mark.django_db


def findings() -> list[tuple[str, str]]:
    return [(finding.level, finding.message) for finding in messages.texts()]


@pytest.fixture
def text(mohegan: Property, settings: Settings) -> OutboundText:
    settings.SMS_ENABLED = True
    return outbox.add(mohegan, outbox.Draft("+18605550100", "Yes."))


def test_a_message_that_failed_is_a_warning(text: OutboundText) -> None:
    assert findings() == [("ok", "1 in the last day.")]
    OutboundText.objects.update(status="failed")
    [(level, message)] = findings()
    assert level == "warning"
    assert message == "1 text messages of the last day were not sent."


def test_a_message_that_waits_too_long_is_a_fault(text: OutboundText) -> None:
    OutboundText.objects.update(created_at=timezone.now() - timedelta(minutes=11))
    [(level, message)] = findings()
    assert level == "fault"
    assert "ten minutes" in message


def test_it_says_when_the_door_is_off(settings: Settings) -> None:
    settings.SMS_ENABLED = False
    assert findings() == [("ok", "Text messages are off.")]


def test_the_dashboard_and_the_metrics_count_them(
    text: OutboundText, admin_client: Client
) -> None:
    counters.add("sms", "forged")
    assert "Text messages, pending" in admin_client.get("/admin/ops/").content.decode()
    metrics = admin_client.get("/metrics").content.decode()
    assert 'concierge_texts_day{status="pending"} 1.0' in metrics
    assert 'concierge_webhooks_refused_day{reason="forged"}' in metrics
