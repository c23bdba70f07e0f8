"""What staff decide is told once, in the same thread, whatever dies in between."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from apps.conversations import erasure, history
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.turns import store
from apps.conversations.turns.bookings.requests import notices
from apps.infrastructure import database_threads
from apps.reservations import requests
from apps.reservations.models import Request, Reservation
from tests.apps.conversations.bookings.sample_bookings import DINNER, Talk

pytestmark = pytest.mark.usefixtures("without_key", "resort", "dinner")


async def run(work: Any, *args: Any) -> Any:
    return await database_threads.run(work, *args)


def decide(staff: User, action: str, *values: Any) -> Request:
    now = timezone.now()
    request = Request.objects.get(kind="change")
    decisions = {
        "approve": lambda: requests.approve(request, staff, now),
        "decline": lambda: requests.decline(request, staff, "We are full.", now),
        "counter": lambda: requests.counter(
            request, staff, {"words": "nine o'clock"}, "Eight is full.", now
        ),
        "fulfil": lambda: requests.fulfil(request, staff, now),
    }
    return decisions[action]()


def approve(staff: User, kind: str) -> None:
    requests.approve(Request.objects.get(kind=kind), staff, timezone.now())


def cancellation() -> Request:
    return Request.objects.get(kind="cancel")


async def waiting_change(talk: Talk) -> Conversation:
    """A change that waits for staff."""
    await talk.with_codes(DINNER).say("Move my dinner to 8", "yes")
    assert talk.thread is not None
    return talk.thread


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("approve", "has approved"),
        ("decline", "“We are full.”"),
        ("counter", "“nine o'clock”"),
    ],
)
async def test_a_decision_is_one_message_in_the_thread(
    action: str, words: str, talk: Talk, admin_user: User
) -> None:
    thread = await waiting_change(talk)
    await run(decide, admin_user, action)
    assert await run(notices.tell_all, timezone.now()) == 1
    assert await run(notices.tell_all, timezone.now()) == 0
    messages = (await run(history.of, thread.pk))["messages"]
    assert words in messages[-1]["text"]
    assert messages[-1]["role"] == "concierge"
    [card] = messages[-1]["requests"]
    assert card["status"] == (await run(Request.objects.get)).status


async def test_a_yes_to_what_is_offered_takes_it(talk: Talk, admin_user: User) -> None:
    await waiting_change(talk)
    await run(decide, admin_user, "counter")
    await run(notices.tell_all, timezone.now())
    answer = (await talk.say("Yes, that works"))["answer"]
    assert "nine o'clock" in answer
    request = await run(Request.objects.get)
    assert (request.status, request.wish) == ("approved", {"words": "nine o'clock"})
    assert await run(notices.tell_all, timezone.now()) == 0


async def test_a_no_to_what_is_offered_leaves_all_as_it_is(
    talk: Talk, admin_user: User
) -> None:
    await waiting_change(talk)
    await run(decide, admin_user, "counter")
    await run(notices.tell_all, timezone.now())
    assert "do not take the offer" in (await talk.say("no thanks"))["answer"]
    assert (await run(Request.objects.get)).status == "declined"


async def test_a_yes_after_a_decision_is_about_the_question_before_it(
    talk: Talk, admin_user: User
) -> None:
    await waiting_change(talk)
    await talk.say("Please cancel my dinner")
    await run(decide, admin_user, "decline")
    await run(notices.tell_all, timezone.now())
    answer = (await talk.say("yes"))["answer"]
    assert "this is not sent yet. Shall I send it?" in answer
    assert (await run(cancellation)).status == "proposed"
    await talk.say("yes")
    assert (await run(cancellation)).status == "waiting"


async def test_a_no_after_two_decisions_withdraws_nothing_at_once(
    talk: Talk, admin_user: User
) -> None:
    await waiting_change(talk)
    towels, cancel = "I need two towels in room 1204", "Please cancel my dinner"
    await talk.say(towels, "yes", cancel)
    await run(decide, admin_user, "decline")
    await run(approve, admin_user, "service")
    assert await run(notices.tell_all, timezone.now()) == 2
    await talk.say("no")
    assert (await run(cancellation)).status == "proposed"
    await talk.say("no")
    assert (await run(cancellation)).status == "withdrawn"


async def test_a_process_that_dies_before_the_end_leaves_it_to_the_next(
    talk: Talk, admin_user: User
) -> None:
    thread = await waiting_change(talk)
    await run(decide, admin_user, "approve")
    before = await run(Message.objects.filter(conversation=thread).count)
    with (
        patch.object(store, "finish", side_effect=SystemExit),
        pytest.raises(SystemExit),
    ):
        await run(notices.tell_all, timezone.now())
    assert await run(Message.objects.filter(conversation=thread).count) == before
    assert await run(notices.tell_all, timezone.now()) == 1
    assert await run(Message.objects.filter(conversation=thread).count) == before + 1


async def test_two_processes_tell_it_once(talk: Talk, admin_user: User) -> None:
    await waiting_change(talk)
    await run(decide, admin_user, "approve")
    step = await run(lambda: requests.steps_to_tell().select_related("request").get())
    now: datetime = timezone.now()
    assert [await run(notices._tell, step, now) for _ in range(2)] == [True, False]


async def test_it_waits_for_the_turn_that_runs(talk: Talk, admin_user: User) -> None:
    thread = await waiting_change(talk)
    await run(decide, admin_user, "approve")
    running = await run(
        lambda: Turn.objects.create(
            conversation=thread, client_id=uuid4(), status="running"
        )
    )
    assert await run(notices.tell_all, timezone.now()) == 0
    assert await run(requests.steps_to_tell().count) == 1
    await run(lambda: Turn.objects.filter(pk=running.pk).update(status="done"))
    assert await run(notices.tell_all, timezone.now()) == 1


async def test_a_guest_who_erased_the_chat_is_told_nothing(
    talk: Talk, admin_user: User, dinner: Reservation
) -> None:
    thread = await waiting_change(talk)
    await erasure.forget(thread)
    await run(decide, admin_user, "approve")
    assert await run(notices.tell_all, timezone.now()) == 1
    assert not await run(Message.objects.exclude(text="").exists)
