"""Staff write to a guest first: only with consent, by day, and with a way out."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import outbox
from tests import factories
from tests.apps.sms.phone import Phone
from tests.fakes.telnyx import Telnyx

pytestmark = pytest.mark.django_db(transaction=True)
ADD = "/admin/sms/outboundtext/add/"
WORDS = "Your umbrella was found."
# Phones of Connecticut: from 9 to 20 o'clock.
DAY = datetime(2026, 11, 23, 12, tzinfo=ZoneInfo("America/New_York"))
NIGHT = datetime(2026, 11, 23, 21, tzinfo=ZoneInfo("America/New_York"))


@pytest.fixture
def phone(telnyx: Telnyx) -> Phone:
    return Phone(telnyx)


def write(sam: Client, place: Property, number: str, words: str = WORDS) -> str:
    values = {"property": place.pk, "to_number": number, "body": words}
    return sam.post(ADD, values, follow=True).content.decode()


def test_a_guest_who_agreed_gets_it(
    sam: Client,
    phone: Phone,
    telnyx: Telnyx,
    mohegan: Property,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: DAY)
    page = write(sam, mohegan, phone.number)
    assert "has not agreed to text messages that we begin" in page
    phone.send("START")
    assert "The message is on its way." in write(sam, mohegan, phone.number)
    [row] = OutboundText.objects.filter(kind="begun", status="pending")
    outbox.send(row.pk)
    text = telnyx.texts_to(phone.number)[-1]
    assert text == f"{mohegan.name}: {WORDS} Text STOP to end."


def test_it_does_not_go_out_at_night(
    sam: Client,
    phone: Phone,
    telnyx: Telnyx,
    mohegan: Property,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: DAY)
    phone.send("START")
    write(sam, mohegan, phone.number)
    [row] = OutboundText.objects.filter(kind="begun")
    monkeypatch.setattr(timezone, "now", lambda: NIGHT)
    assert "quiet hours until" in write(sam, mohegan, phone.number)
    count = len(telnyx.texts_to(phone.number))
    outbox.send(row.pk)
    row.refresh_from_db()
    assert row.status == OutboundText.Status.WITHHELD
    assert row.reason_not_sent == "quiet hours until Tuesday 9:00 AM"
    assert len(telnyx.texts_to(phone.number)) == count


def test_a_wrong_number_and_a_long_text_are_refused(
    sam: Client, phone: Phone, mohegan: Property
) -> None:
    assert "No text can be sent to this number" in write(sam, mohegan, "call me")
    assert "; 3 are allowed" in write(sam, mohegan, phone.number, "word " * 150)
    assert not OutboundText.objects.exists()


def test_only_those_who_may_begin_one_at_their_property(
    sam: Client,
    sams_account: User,
    settings: Settings,
    telnyx: Telnyx,
    mohegan: Property,
    foxwoods: Property,
) -> None:
    factories.assign(sams_account, foxwoods)
    assert "Select a valid choice" in write(sam, mohegan, "+18605550155")
    settings.SMS_ENABLED = False
    assert sam.get(ADD).status_code == 403
    settings.SMS_ENABLED = True
    sams_account.user_permissions.remove(
        *Permission.objects.filter(codename="add_outboundtext")
    )
    assert sam.get(ADD).status_code == 403
    assert not OutboundText.objects.exists()
