"""What is old is forgotten, though no guest asks for it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone
from pytest_django import Settings

from apps.conversations import erasure
from apps.conversations.models import Conversation
from apps.guests import consents
from apps.guests.models import GuestFact
from apps.properties.models import Property
from apps.sms import stored_texts, tasks
from apps.sms.incoming import threads
from apps.sms.models import InboundText, OutboundText
from apps.sms.outgoing import permission
from tests.apps.sms.phone import Phone
from tests.fakes.telnyx import Telnyx

pytestmark = pytest.mark.usefixtures("without_key")
TOLD = "I'm vegetarian. What is the dress code at Ballo?"


@pytest.fixture
def alice(telnyx: Telnyx, settings: Settings, resort: Property) -> Phone:
    settings.SMS_BURST_SECONDS = 0
    return Phone(telnyx)


def words() -> set[str]:
    """Of all texts in both directions that still have any."""
    received = InboundText.objects.values_list("body", flat=True)
    sent = OutboundText.objects.values_list("body", flat=True)
    return {*received, *sent} - {""}


def numbers(phone: Phone) -> int:
    """How many texts still name the number."""
    received = InboundText.objects.filter(from_number=phone.number)
    sent = OutboundText.objects.filter(to_number=phone.number)
    return received.count() + sent.count()


def test_old_texts_of_no_conversation_lose_their_words_and_numbers(
    alice: Phone, resort: Property
) -> None:
    alice.text("please do not text me ever again")
    at = timezone.now() + timedelta(days=resort.keep_texts_days)
    stored_texts.keep(resort, at - timedelta(hours=1))
    assert numbers(alice) == 2
    assert stored_texts.keep(resort, at) == {"texts": 2}
    assert (numbers(alice), words()) == (0, set())
    assert InboundText.objects.get().status == InboundText.Status.OBEYED
    assert permission.has_stopped(resort, alice.number)


def test_texts_of_a_conversation_stay_as_long_as_it_does(
    alice: Phone, resort: Property
) -> None:
    alice.text(TOLD)
    stored_texts.keep(resort, timezone.now() + 2 * stored_texts.KEPT)
    assert TOLD in words()
    assert numbers(alice) == 2


def test_a_text_that_waits_is_left_alone(alice: Phone, resort: Property) -> None:
    alice.send("Is Ballo open?")
    stored_texts.keep(resort, timezone.now() + 2 * stored_texts.KEPT)
    assert words() == {"Is Ballo open?"}


def test_who_texts_no_more_is_forgotten(alice: Phone, resort: Property) -> None:
    alice.text(TOLD)
    tasks.prune()
    assert GuestFact.objects.exists()
    stored_texts.prune(timezone.now() + threads.IDLE + timedelta(minutes=1))
    assert not GuestFact.objects.exists()
    assert Conversation.objects.filter(property=resort).exists()


def test_who_agreed_is_remembered(alice: Phone) -> None:
    alice.text(TOLD)
    alice.text("yes")
    stored_texts.prune(timezone.now() + timedelta(days=300))
    assert GuestFact.objects.get().key == "dietary_needs"


@pytest.mark.django_db(transaction=True)
def test_with_the_last_conversation_go_all_texts(
    alice: Phone, telnyx: Telnyx, resort: Property
) -> None:
    bob = Phone(telnyx)
    for phone in (alice, bob):
        phone.text("HELP")
        phone.text(TOLD)
    alice.text("stop")
    thread = Conversation.objects.get(guest__contact_points__value=alice.number)
    async_to_sync(erasure.forget)(thread)
    assert (numbers(alice), numbers(bob)) == (0, 4)
    assert consents.history(resort, alice.number).exists()
