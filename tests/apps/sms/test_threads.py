"""A guest's texts are one conversation, which has its guest from the beginning."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.conversations.models import Conversation, Turn, TurnRecording
from apps.guests.models import ContactPoint, GuestFact
from apps.properties.models import Property
from apps.sms import phone_numbers
from apps.sms.incoming import threads
from apps.sms.outgoing import permission
from tests.apps.sms.phone import Phone
from tests.fakes.telnyx import Telnyx

pytestmark = pytest.mark.django_db
ALICE = "+18605550100"


@pytest.fixture
def contact(mohegan: Property) -> ContactPoint:
    return permission.know_contact(mohegan, ALICE)


def tell_party(contact: ContactPoint) -> None:
    GuestFact.objects.create(
        guest=contact.guest,
        key="party_size",
        value=4,
        quote="there are four of us",
        turn_id=uuid4(),
        language="en",
        confidence=1,
        collected_at=timezone.now(),
    )


def test_texts_go_on_with_the_conversation(contact: ContactPoint) -> None:
    now = timezone.now()
    thread = threads.current(contact, now)
    assert threads.current(contact, now + timedelta(hours=11)) == thread
    conversation = Conversation.objects.get()
    assert (conversation.guest, conversation.is_from_guest) == (contact.guest, True)


def test_a_long_silence_ends_it_with_what_was_told(contact: ContactPoint) -> None:
    now = timezone.now()
    thread = threads.current(contact, now)
    tell_party(contact)
    threads.current(contact, now)
    assert contact.guest.facts.exists()
    assert threads.current(contact, now + timedelta(hours=13)) != thread
    assert not contact.guest.facts.exists()


def test_what_was_told_ends_in_recordings_as_well(contact: ContactPoint) -> None:
    now = timezone.now()
    thread = threads.current(contact, now)
    turn = Turn.objects.create(conversation_id=thread, client_id=uuid4(), status="done")
    TurnRecording.objects.create(turn=turn, content=b"")
    tell_party(contact)
    threads.current(contact, now + timedelta(hours=13))
    assert not TurnRecording.objects.exists()


def test_a_guest_who_agreed_is_remembered_beyond_it(contact: ContactPoint) -> None:
    now = timezone.now()
    threads.current(contact, now)
    contact.guest.is_remembered = True
    contact.guest.save()
    tell_party(contact)
    threads.current(contact, now + timedelta(hours=13))
    assert contact.guest.facts.exists()


def test_the_phone_page_counts_as_no_guest(mohegan: Property) -> None:
    contact = permission.know_contact(mohegan, phone_numbers.number_of(7))
    threads.current(contact, timezone.now())
    assert not Conversation.objects.get().is_from_guest


def test_the_door_speaks_the_language_of_the_last_text(contact: ContactPoint) -> None:
    thread = threads.current(contact, timezone.now())
    Conversation.objects.update(language="es")
    threads.note_language(thread, contact.guest)
    contact.guest.refresh_from_db()
    assert contact.guest.language == "es"


@pytest.mark.usefixtures("resort", "without_key")
def test_a_guest_may_text_all_evening(telnyx: Telnyx, settings: Settings) -> None:
    settings.SMS_BURST_SECONDS, settings.MAX_MESSAGE_LIMIT = 0, 4
    alice = Phone(telnyx)
    alice.text("I'm celiac")
    answers = [alice.text("What is the dress code at Ballo?") for _ in range(4)]
    assert all("smart casual" in answer for answer in answers)
    assert "celiac" in alice.text("what do you know about me?")
    guests = Conversation.objects.filter(channel="sms").values_list("guest")
    assert len(guests) > 1
    assert len(set(guests)) == 1
