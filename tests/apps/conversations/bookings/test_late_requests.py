"""Guests ask for a change when the time for it is over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, RequestPolicy, Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    Talk,
    dinner_at,
    only_request,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort")


async def test_after_the_window_guests_hear_whom_to_call(
    talk: Talk, resort: Property
) -> None:
    def room_after_window() -> None:
        RequestPolicy.objects.create(
            property=resort,
            kind="late_checkout",
            department="Front desk",
            window_hours=72,
        )
        room_at(resort, code="MS-4F7K")

    await database_threads.run(room_after_window)
    answer = (await talk.with_codes(DINNER).say("Can I get a late checkout?"))["answer"]
    assert "too late" in answer
    assert "Until what time" not in answer
    assert resort.phone in answer
    assert not await database_threads.run(Request.objects.exists)


async def test_a_late_change_is_said_to_be_late_before_anything_is_asked(
    talk: Talk, resort: Property
) -> None:
    await database_threads.run(
        lambda: dinner_at(resort, starts_at=timezone.now() + timedelta(hours=9))
    )
    first = (await talk.with_codes(DINNER).say("Change my dinner"))["answer"]
    late, question = first.split("\n\n")
    assert late.startswith("It is late for this: you could change it until")
    assert "I can still ask the team" in late
    assert "What should be different" in question
    proposal = (await talk.say("for 4 people"))["answer"]
    assert "It is late for this" in proposal
    assert "Shall I send it?" in proposal
    await talk.say("yes")
    assert (await only_request()).status == "waiting"


async def test_a_late_cancellation_is_asked_of_the_team(
    talk: Talk, resort: Property
) -> None:
    def late_dinner() -> Reservation:
        RequestPolicy.objects.create(
            property=resort,
            kind="cancel",
            department="Reservations",
            window_hours=24,
            is_let_through=True,
        )
        return dinner_at(resort, starts_at=timezone.now() + timedelta(hours=9))

    dinner = await database_threads.run(late_dinner)
    answer = (await talk.with_codes(DINNER).say("Cancel my dinner"))["answer"]
    assert "It is late for this: you could cancel until" in answer
    assert "Shall I send it?" in answer
    revised = (await talk.say("my son is ill"))["answer"]
    assert "It is late for this" in revised
    assert "They answer" in (await talk.say("yes"))["answer"]
    assert (await only_request()).status == "waiting"
    await database_threads.run(dinner.refresh_from_db)
    assert dinner.state == "booked"


@pytest.mark.parametrize(
    ("hour", "until"), [("at 1", "13:00"), ("until 12:30", "12:30")]
)
async def test_a_bare_hour_of_a_late_checkout_is_of_the_afternoon(
    talk: Talk, resort: Property, hour: str, until: str
) -> None:
    await database_threads.run(lambda: room_at(resort, code="MS-4F7K"))
    answer = (await talk.with_codes(DINNER).say(f"Can I get a late checkout {hour}?"))[
        "answer"
    ]
    assert "Shall I send it?" in answer
    assert (await only_request()).wish["until"] == until
