"""An answer leaves no sooner than people would text, and help leaves at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.properties.models import Property
from apps.sms import settings_check
from apps.sms.incoming import answering
from apps.sms.models import InboundText, OutboundText
from apps.sms.outgoing import outbox
from tests.apps.sms.phone import Phone
from tests.fakes.telnyx import Telnyx

pytestmark = pytest.mark.usefixtures("without_key")
DELAY = 20


@pytest.fixture
def alice(telnyx: Telnyx, settings: Settings, resort: Property) -> Phone:
    settings.SMS_BURST_SECONDS = 0
    settings.SMS_REPLY_DELAY_SECONDS = DELAY
    return Phone(telnyx)


def answered(phone: Phone, words: str) -> OutboundText:
    """What the outbox holds after a worker has answered."""
    phone.send(words)
    for row in InboundText.objects.filter(status="waiting"):
        answering.answer(row.pk)
    return OutboundText.objects.latest("created_at")


def test_an_answer_waits_until_it_is_due(alice: Phone) -> None:
    message = answered(alice, "Is parking free?")
    outbox.send(message.pk)
    assert alice.telnyx.texts_to(alice.number) == []
    assert message.pk not in outbox.waiting(timezone.now())
    question = InboundText.objects.get()
    delay = timedelta(seconds=DELAY)
    assert message.next_attempt_at == question.received_at + delay
    assert outbox.waiting(timezone.now() + delay) == [message.pk]
    OutboundText.objects.update(next_attempt_at=timezone.now())
    outbox.send(message.pk)
    assert "free" in alice.telnyx.texts_to(alice.number)[0]


@pytest.mark.parametrize("words", ["I want to kill myself", "REVOKE", "HELP"])
def test_help_and_keywords_never_wait(alice: Phone, words: str) -> None:
    message = answered(alice, words)
    outbox.send(message.pk)
    assert alice.telnyx.texts_to(alice.number)


def test_a_wait_that_nobody_would_stand_is_refused(settings: Settings) -> None:
    settings.SMS_REPLY_DELAY_SECONDS = 3600
    faults = [fault for fault, _ in settings_check.problems()]
    assert faults == ["Nobody waits 3600 seconds for a text."]
