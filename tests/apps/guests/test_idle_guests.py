"""What was told ends with a conversation that nobody goes on with."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.conversations import retention
from apps.conversations.models import Conversation
from apps.guests.models import Guest, GuestFact
from apps.properties.models import Property


def guest_of(place: Property, *silent_days: int, is_remembered: bool = False) -> Guest:
    """With a fact, and a conversation for each number of days."""
    guest = Guest.objects.create(property=place, is_remembered=is_remembered)
    for days in silent_days:
        thread = Conversation.objects.create(id=uuid4(), property=place, guest=guest)
        at = timezone.now() - timedelta(days=days)
        Conversation.objects.filter(pk=thread.pk).update(last_message_at=at)
    GuestFact.objects.create(
        guest=guest,
        key="party_size",
        value=4,
        quote="four of us",
        confidence=0.9,
        turn_id=uuid4(),
        collected_at=timezone.now(),
    )
    return guest


@pytest.mark.parametrize(
    ("silent_days", "is_remembered", "is_kept"),
    [
        ((31,), False, False),
        ((29,), False, True),
        ((31, 2), False, True),
        ((31,), True, True),
    ],
)
def test_what_was_told_ends_after_a_month_of_silence(
    resort: Property,
    silent_days: tuple[int, ...],
    *,
    is_remembered: bool,
    is_kept: bool,
) -> None:
    guest = guest_of(resort, *silent_days, is_remembered=is_remembered)
    retention.keep(resort, timezone.now())
    assert guest.facts.exists() is is_kept
    assert guest.conversations.exists()


def test_a_property_may_keep_it_as_long_as_the_conversation(
    resort: Property, settings: Settings
) -> None:
    settings.FORGET_AFTER_IDLE_DAYS = 0
    guest = guest_of(resort, 300)
    retention.keep(resort, timezone.now())
    assert guest.facts.exists()
