"""Only what Telnyx has signed just now gets in, and each event once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from apps.guests.models import ContactPoint
from apps.infrastructure import counters
from apps.properties.models import FeatureFlag, Property
from apps.sms.models import InboundText, OutboundText, ReceivedEvent
from apps.sms.outgoing import outbox, permission
from tests.fakes.telnyx import Signed, Telnyx

pytestmark = pytest.mark.django_db(transaction=True)
ALICE, OURS = "+18605550100", "+18605550199"
URL = "/sms/telnyx"


def post(signed: Signed) -> Any:
    body, headers = signed
    client = Client()
    return client.post(URL, body, content_type="application/json", headers=headers)


def test_it_stores_a_text_for_the_property_that_has_the_number(
    telnyx: Telnyx, mohegan: Property
) -> None:
    response = post(telnyx.incoming(ALICE, OURS, "Is the spa open?"))
    assert response.status_code == 200
    text = InboundText.objects.get()
    assert (text.property, text.body, text.status) == (
        mohegan,
        "Is the spa open?",
        InboundText.Status.WAITING,
    )
    contact = ContactPoint.objects.get(value=ALICE)
    assert text.contact == contact
    assert contact.guest.property == mohegan


def test_a_forged_request_is_refused_and_counted(telnyx: Telnyx) -> None:
    body, headers = telnyx.incoming(ALICE, OURS, "Is the spa open?")
    earlier = counters.read("sms").get("forged", 0)
    for forged in (
        (body.replace(b"spa", b"bar"), headers),
        (body, {**headers, "telnyx-signature-ed25519": "bm8="}),
        (body, {**headers, "telnyx-signature-ed25519": "not base64"}),
        (body, {**headers, "telnyx-timestamp": "soon"}),
        (body, {"content-type": "application/json"}),
    ):
        assert post(forged).status_code == 401
    assert counters.read("sms")["forged"] == earlier + 5
    assert not ReceivedEvent.objects.exists()
    assert not InboundText.objects.exists()


def test_a_stale_request_is_refused(telnyx: Telnyx) -> None:
    body, _ = telnyx.incoming(ALICE, OURS, "Is the spa open?")
    assert post(telnyx.sign(body, age_seconds=301)).status_code == 401
    assert post(telnyx.sign(body, age_seconds=-301)).status_code == 401
    assert not ReceivedEvent.objects.exists()


def test_an_event_that_comes_again_changes_nothing(telnyx: Telnyx) -> None:
    signed = telnyx.incoming(ALICE, OURS, "Is the spa open?")
    assert post(signed).status_code == 200
    earlier = counters.read("sms").get("repeated", 0)
    assert [post(signed).status_code for _ in range(4)] == [409] * 4
    assert InboundText.objects.count() == 1
    assert counters.read("sms")["repeated"] == earlier + 4


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"hello",
        b"[]",
        b'{"data": {}}',
        b'{"data": {"id": "", "event_type": "message.received", "payload": {}}}',
        b'{"data": {"id": "1", "event_type": "x", "payload": {"text": "\\u0000"}}}',
        b"\xff\xfe",
    ],
)
def test_a_body_that_is_no_event_is_refused(telnyx: Telnyx, body: bytes) -> None:
    assert post(telnyx.sign(body)).status_code == 400
    assert not ReceivedEvent.objects.exists()


def test_events_of_other_kinds_are_taken_without_effect(telnyx: Telnyx) -> None:
    assert post(telnyx.event("number_order.complete", {"id": "1"})).status_code == 200
    assert not InboundText.objects.exists()


@pytest.mark.parametrize(
    ("sender", "receiver", "reason"),
    [
        ("Hotel", OURS, "no telephone number"),
        ("", OURS, "no telephone number"),
        (ALICE, "+18605550142", "no property has the number"),
    ],
)
def test_a_text_that_nobody_can_answer_is_stored_as_refused(
    telnyx: Telnyx, sender: str, receiver: str, reason: str
) -> None:
    assert post(telnyx.incoming(sender, receiver, "hi")).status_code == 200
    text = InboundText.objects.get()
    assert text.status == InboundText.Status.REFUSED
    assert reason in text.reason
    assert not OutboundText.objects.exists()


def test_it_is_not_there_while_it_is_off(telnyx: Telnyx, settings: Settings) -> None:
    settings.SMS_ENABLED = False
    assert post(telnyx.incoming(ALICE, OURS, "hi")).status_code == 404
    assert Client().get(URL).status_code == 404


def test_it_takes_posts_only(telnyx: Telnyx) -> None:
    assert Client().get(URL).status_code == 405


@pytest.mark.parametrize("kind", ["a picture", "a call"])
def test_a_picture_and_a_call_get_a_kind_sentence(telnyx: Telnyx, kind: str) -> None:
    if kind == "a picture":
        media = [{"url": "https://example.com/1.jpg"}]
        signed = telnyx.incoming(ALICE, OURS, "", media=media)
    else:
        payload = {"direction": "incoming", "from": ALICE, "to": OURS}
        signed = telnyx.event("call.initiated", payload)
    assert post(signed).status_code == 200
    answer = OutboundText.objects.get()
    assert answer.to_number == ALICE
    assert "1-888-226-7711" in answer.body


def test_the_provider_tells_what_became_of_a_message(
    telnyx: Telnyx, mohegan: Property
) -> None:
    row = outbox.add(mohegan, outbox.Draft(ALICE, "Yes."))
    outbox.send(row.pk)
    [message] = telnyx.sent
    assert post(telnyx.status(message, "delivered")).status_code == 200
    row.refresh_from_db()
    assert row.status == OutboundText.Status.DELIVERED
    # An earlier status of the same message that comes late changes nothing.
    assert post(telnyx.status(message, "sent")).status_code == 200
    row.refresh_from_db()
    assert row.status == OutboundText.Status.DELIVERED


def test_a_property_that_takes_no_texts_says_whom_to_call(
    telnyx: Telnyx, mohegan: Property
) -> None:
    FeatureFlag.objects.create(property=mohegan, key="sms", is_on=False)
    post(telnyx.incoming(ALICE, OURS, "Is the spa open?"))
    assert InboundText.objects.get().status == InboundText.Status.REFUSED
    assert "1-888-226-7711" in OutboundText.objects.get().body
    post(telnyx.incoming(ALICE, OURS, "STOP"))
    assert permission.has_stopped(mohegan, ALICE)
