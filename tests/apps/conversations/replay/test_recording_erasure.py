"""What a guest has told leaves recordings when it is forgotten, whoever is late."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from apps.conversations.models import Conversation, Turn, TurnRecording
from apps.conversations.replay import recordings
from apps.conversations.turns import memory_rows
from apps.conversations.turns.memory_rows import StoredGuest
from apps.guests import erasure, profile
from apps.guests.models import Guest, GuestFact
from apps.properties.models import Property

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn(mohegan: Property) -> Turn:
    """Of Alice, who has told that she is vegan and how many they are."""
    guest = Guest.objects.create(property=mohegan)
    thread = Conversation.objects.create(property=mohegan, guest=guest)
    for key, value in (("dietary", ["vegan"]), ("party_size", 4)):
        GuestFact.objects.create(
            guest=guest,
            key=key,
            value=value,
            quote="we are four, and I am vegan",
            turn_id=uuid4(),
            language="en",
            confidence=1,
            collected_at=timezone.now(),
        )
    return Turn.objects.create(conversation=thread, client_id=uuid4(), status="done")


def read(turn: Turn) -> StoredGuest:
    guest = memory_rows.load(turn.conversation_id).guest
    assert guest is not None
    assert len(guest.facts) == 2
    return guest


def save(turn: Turn, guest: StoredGuest) -> bool:
    return recordings.save(turn.pk, turn.conversation_id, {}, guest)


def test_a_turn_that_ends_after_a_fact_was_forgotten_is_not_recorded(
    turn: Turn,
) -> None:
    guest = read(turn)
    assert save(turn, guest)
    assert turn.conversation.guest is not None
    profile.forget(turn.conversation.guest, "dietary")
    assert not TurnRecording.objects.exists()
    assert not save(turn, guest)
    assert not TurnRecording.objects.exists()


def test_a_turn_that_has_replaced_a_fact_is_recorded(turn: Turn) -> None:
    guest = read(turn)
    GuestFact.objects.filter(key="party_size").update(superseded_at=timezone.now())
    assert save(turn, guest)


def test_a_turn_of_a_thread_that_was_taken_from_the_guest_is_not_recorded(
    turn: Turn,
) -> None:
    guest = read(turn)
    Conversation.objects.update(guest=None)
    assert not save(turn, guest)


def test_recordings_end_with_a_guest_who_was_silent_for_too_long(
    turn: Turn, mohegan: Property
) -> None:
    assert save(turn, read(turn))
    later = timezone.now() + timedelta(days=2)
    assert erasure.forget_silent(mohegan, later) == 1
    assert not TurnRecording.objects.exists()
