"""A link to bookings goes out by text, where the guest's number is known."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.utils import timezone

from apps.conversations.models import Conversation
from apps.conversations.turns.bookings.identity import links
from apps.guests.models import ContactPoint
from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import outbox
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import dinner_at
from tests.apps.sms.phone import Phone
from tests.fakes.telnyx import Telnyx

pytestmark = pytest.mark.usefixtures("telnyx")
NUMBER = "+18605550142"


@pytest.fixture
def thread(resort: Property) -> Conversation:
    return Conversation.objects.create(property=resort)


def texts_after_asking(thread: Conversation, number: str = NUMBER) -> list[str]:
    now = timezone.now()
    links.note(thread.pk, number, now)
    links.send_all(now)
    for text in OutboundText.objects.filter(status="pending"):
        outbox.send(text.pk)
    rows = OutboundText.objects.filter(status="sent", to_number=number)
    return list(rows.values_list("body", flat=True))


def test_it_goes_to_the_number_of_the_booking(thread: Conversation) -> None:
    dinner_at(thread.property, phone=NUMBER)
    [body] = texts_after_asking(thread)
    assert "Give the code to nobody" in body
    assert not texts_after_asking(thread, "+18605550143")


def test_it_goes_to_a_number_that_the_guest_has_texted_from(
    thread: Conversation,
) -> None:
    guest = factories.GuestFactory.create(property=thread.property)
    ContactPoint.objects.create(
        guest=guest, property=thread.property, kind="sms", value=NUMBER
    )
    dinner_at(thread.property, guest=guest)
    assert texts_after_asking(thread)


def test_who_has_stopped_all_texts_gets_none(
    thread: Conversation, telnyx: Telnyx
) -> None:
    phone = Phone(telnyx)
    phone.send("STOP")
    dinner_at(thread.property, phone=phone.number)
    assert not texts_after_asking(thread, phone.number)


def test_a_guest_who_texts_may_type_the_code(
    resort: Property, telnyx: Telnyx, settings: LazySettings
) -> None:
    settings.SMS_BURST_SECONDS = 0
    phone = Phone(telnyx)
    dinner_at(resort, phone=phone.number)
    assert "Send me a link" in phone.text("when is my dinner?")
    assert "phone number" in phone.text("send me a link")
    assert "on its way" in phone.text(phone.number)
    links.send_all(timezone.now())
    [text] = OutboundText.objects.filter(status="pending")
    outbox.send(text.pk)
    code = telnyx.texts_to(phone.number)[-1].partition("type ")[2][:6]
    assert "found your booking" in phone.text(code)
