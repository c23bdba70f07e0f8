"""Texts that belong together are one question, and no text is answered twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.properties.models import Property
from apps.sms.incoming import bursts
from apps.sms.models import InboundText

pytestmark = pytest.mark.django_db
ALICE, BOB = "+18605550100", "+18605550101"
Status = InboundText.Status


@pytest.fixture(autouse=True)
def _short_pause(settings: Settings) -> None:
    settings.SMS_BURST_SECONDS = 3


def text(place: Property, body: str, seconds_ago: float = 10, who: str = ALICE) -> int:
    at = timezone.now() - timedelta(seconds=seconds_ago)
    row = InboundText.objects.create(
        event_id=f"{who}-{body}",
        property=place,
        from_number=who,
        to_number="+18605550199",
        body=body,
        received_at=at,
    )
    InboundText.objects.filter(pk=row.pk).update(stored_at=at)
    return row.pk


def test_it_waits_for_more(mohegan: Property) -> None:
    first = text(mohegan, "Hi", 4)
    second = text(mohegan, "is the spa open?", 1)
    assert bursts.claim(first, timezone.now()) is None
    burst = bursts.claim(second, timezone.now() + timedelta(seconds=3))
    assert burst is not None
    assert burst.words == "Hi\nis the spa open?"
    assert bursts.claim(first, timezone.now() + timedelta(seconds=3)) is None


def test_guests_do_not_mix(mohegan: Property, foxwoods: Property) -> None:
    question = text(mohegan, "is the spa open?")
    text(mohegan, "is the bar open?", who=BOB)
    burst = bursts.claim(question, timezone.now())
    assert burst is not None
    assert burst.words == "is the spa open?"


def test_a_later_text_takes_along_what_is_being_answered(mohegan: Property) -> None:
    first = bursts.claim(text(mohegan, "is the spa open?"), timezone.now())
    second = bursts.claim(text(mohegan, "and the pool?"), timezone.now())
    assert first is not None
    assert second is not None
    assert second.words == "is the spa open?\nand the pool?"
    assert not bursts.finish(first, Status.ANSWERED)
    assert bursts.finish(second, Status.ANSWERED)


def test_each_gets_its_answer_where_they_queue(
    mohegan: Property, settings: Settings
) -> None:
    settings.SECOND_MESSAGE = {"web": "queue", "sms": "queue"}
    first = bursts.claim(text(mohegan, "is the spa open?"), timezone.now())
    second = bursts.claim(text(mohegan, "and the pool?"), timezone.now())
    assert first is not None
    assert second is not None
    assert second.words == "and the pool?"
    assert bursts.finish(first, Status.ANSWERED)


def test_the_text_of_a_dead_worker_is_answered_as_the_same_turn(
    mohegan: Property,
) -> None:
    question = text(mohegan, "is the spa open?", 3600)
    first = bursts.claim(question, timezone.now() - bursts.CLAIM_AGE)
    later = timezone.now() + timedelta(seconds=1)
    assert bursts.overdue(later) == [question]
    second = bursts.claim(question, later)
    assert first is not None
    assert second is not None
    assert second.client_id == first.client_id
    assert not bursts.finish(first, Status.ANSWERED)


def test_it_does_not_try_for_ever(mohegan: Property) -> None:
    question = text(mohegan, "is the spa open?", 3600)
    at = timezone.now()
    for _ in range(bursts.MOST_ATTEMPTS):
        assert bursts.claim(question, at) is not None
        at += bursts.CLAIM_AGE + timedelta(seconds=1)
        waiting = bursts.overdue(at)
    assert waiting == []
    assert InboundText.objects.get().status == Status.REFUSED
