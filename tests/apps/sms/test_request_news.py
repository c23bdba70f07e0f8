"""A guest who texts asks, agrees and hears what staff decide by text alone."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import Settings

from apps.conversations.turns.bookings.requests import notices
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request
from apps.sms.models import OutboundText
from apps.sms.outgoing import outbox
from tests.apps.conversations.bookings.sample_bookings import WHO, dinner_at
from tests.apps.sms.phone import Phone
from tests.fakes.telnyx import Telnyx

pytestmark = pytest.mark.usefixtures("resort", "without_key")


@pytest.fixture
def phone(telnyx: Telnyx, settings: Settings, resort: Property) -> Phone:
    """Of a guest who has a dinner."""
    settings.SMS_BURST_SECONDS = 0
    dinner_at(resort)
    return Phone(telnyx)


def test_a_decision_is_one_text(phone: Phone, telnyx: Telnyx, admin_user: User) -> None:
    assert "found your booking" in phone.text(WHO)
    proposal = phone.text("cancel my dinner")
    assert "Shall I send it?" in proposal
    assert "Ballo Italian Restaurant" in proposal
    assert "They answer" in phone.text("yes")
    now = timezone.now()
    requests.decline(Request.objects.get(), admin_user, "It is prepaid.", now)
    assert [notices.tell_all(now), notices.tell_all(now)] == [1, 0]
    [text] = OutboundText.objects.filter(status="pending")
    outbox.send(text.pk)
    assert "It is prepaid." in telnyx.texts_to(phone.number)[-1]


def test_a_guest_who_has_stopped_all_texts_gets_none(
    phone: Phone, telnyx: Telnyx, admin_user: User
) -> None:
    for words in (WHO, "cancel my dinner", "yes", "STOP"):
        phone.text(words)
    count = len(telnyx.texts_to(phone.number))
    now = timezone.now()
    requests.approve(Request.objects.get(), admin_user, now)
    assert notices.tell_all(now) == 1
    newest = OutboundText.objects.order_by("-created_at").first()
    assert newest is not None
    assert newest.status == "withheld"
    assert len(telnyx.texts_to(phone.number)) == count
