"""What staff offer is taken, refused or answered with another time, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from apps.conversations.turns.bookings.requests import notices
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request, Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    ROOM,
    SHOW,
    WHO,
    Talk,
    dinner_at,
    offer_a_quarter_past_nine,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "dinner")


async def offered(talk: Talk, staff: User) -> None:
    await talk.with_codes(DINNER).say("Move my dinner to 9pm", "yes")
    await database_threads.run(offer_a_quarter_past_nine, staff)


async def rows() -> list[Any]:
    """Status and time of each request, the oldest first."""
    values = Request.objects.order_by("created_at").values_list("status", "wish")
    every = await database_threads.run(list, values)
    return [(status, wish["starts_at"][11:16]) for status, wish in every]


@pytest.mark.parametrize(
    "words",
    [
        "we accept",
        "ok, 9:15 pm for 2 people is fine",
        "yes please book the 9:15",
        "a quarter past nine suits us",
        "9:15 it is",
        "fine we'll take that",
        "that'll do",
        "ok 9:15 it is then",
    ],
)
async def test_words_that_name_what_is_offered_take_it(
    words: str, talk: Talk, admin_user: User
) -> None:
    await offered(talk, admin_user)
    await talk.say(words)
    assert await rows() == [("approved", "21:15")]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("yes i'll take the 9:15 dinner", "approved"),
        ("we accept the offer", "approved"),
        ("no to the 9:15", "declined"),
        ("ok 9:15 it is", "approved"),
    ],
)
async def test_an_offer_is_answered_in_any_chat_of_the_guest(
    words: str,
    status: str,
    talk: Talk,
    begin_talk: Callable[..., Talk],
    admin_user: User,
) -> None:
    await offered(talk, admin_user)
    await begin_talk().with_codes(DINNER).say("when is my dinner?", words)
    assert [own for own, _ in await rows()] == [status]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "no, that's too late, 8pm instead",
            [("declined", "21:00"), ("proposed", "20:00")],
        ),
        ("no thats too late. 8pm?", [("changed", "21:00")]),
        ("i'd rather have 8", [("changed", "21:00")]),
    ],
)
@pytest.mark.parametrize("is_elsewhere", [True, False])
async def test_another_time_for_an_offer_is_heard_in_any_chat_and_after_asides(
    words: str,
    expected: list[tuple[str, str]],
    is_elsewhere: bool,
    talk: Talk,
    begin_talk: Callable[..., Talk],
    admin_user: User,
) -> None:
    await offered(talk, admin_user)
    chat = begin_talk().with_codes(DINNER) if is_elsewhere else talk
    answer = await chat.say("Is there a pool?", words)
    assert answer["route"] == "bookings"
    assert await rows() == expected
    # Who may not mean a no is shown the offer, and asked again.
    is_asked_again = len(expected) == 1
    assert ("9:15 PM" in answer["answer"]) is is_asked_again


async def test_who_signs_in_elsewhere_reads_of_the_offer(
    talk: Talk, begin_talk: Callable[..., Talk], admin_user: User
) -> None:
    await offered(talk, admin_user)
    elsewhere = begin_talk()
    assert "9:15 PM" in (await elsewhere.say(WHO))["answer"]
    await elsewhere.say("yes please")
    assert await rows() == [("approved", "21:15")]


async def test_an_offer_waits_while_the_guest_asks_something_else(
    talk: Talk, admin_user: User
) -> None:
    await offered(talk, admin_user)
    answer = await talk.say("Is there a pool?", "yes")
    assert "9:15 PM" in answer["answer"]
    await talk.say("yes")
    assert await rows() == [("approved", "21:15")]


@pytest.mark.parametrize("words", ["fine", "good enough", "I suppose so"])
async def test_a_faint_yes_after_an_aside_is_about_the_offer(
    words: str, talk: Talk, admin_user: User
) -> None:
    await offered(talk, admin_user)
    answer = await talk.say("Is there a pool?", words)
    assert "9:15 PM" in answer["answer"]
    await talk.say("yes")
    assert await rows() == [("approved", "21:15")]


async def test_a_late_checkout_is_no_answer_to_an_offer_of_an_earlier_one(
    talk: Talk, admin_user: User, resort: Property
) -> None:
    await database_threads.run(room_at, resort)
    await talk.with_codes(ROOM).say("could we check in at noon?", "yes")
    await database_threads.run(_offer_the_bell_desk, admin_user)
    await talk.say("late checkout at 1pm please", "yes")
    pairs = Request.objects.order_by("created_at").values_list("kind", "status")
    stored = await database_threads.run(list, pairs)
    assert stored == [("early_checkin", "changed"), ("late_checkout", "waiting")]


def _offer_the_bell_desk(staff: User) -> None:
    request = Request.objects.get(kind="early_checkin")
    offer = {"words": "Your bags can stay at the bell desk"}
    requests.counter(request, staff, offer, "Rooms are cleaned.", timezone.now())
    notices.tell_all(timezone.now())


async def test_a_stranger_s_words_take_no_offer(
    talk: Talk, begin_talk: Callable[..., Talk], admin_user: User
) -> None:
    await offered(talk, admin_user)
    await begin_talk().say("yes i'll take the 9:15 dinner", "we accept the offer")
    assert await rows() == [("changed", "21:00")]


@pytest.mark.parametrize(
    "words",
    [
        "ok we'll take the 9:30",
        "yes, 8:45 works for us",
        "ok 9:15 for 4 people is fine",
        "yes, 9:15 tomorrow is fine",
        "what about 8:45?",
    ],
)
async def test_another_time_is_no_yes(words: str, talk: Talk, admin_user: User) -> None:
    await offered(talk, admin_user)
    answer = await talk.say(words)
    assert "not what the team offers" in answer["answer"]
    assert "9:15 PM, 2 people" in answer["answer"]
    assert await rows() == [("changed", "21:00")]
    await talk.say("yes")
    assert await rows() == [("approved", "21:15")]


async def test_a_no_with_another_time_asks_for_that(
    talk: Talk, admin_user: User
) -> None:
    await offered(talk, admin_user)
    await talk.say("no, 9:15 is too late. can we do 8:45?")
    assert await rows() == [("declined", "21:00"), ("proposed", "20:45")]
    await talk.say("yes please do that")
    assert await rows() == [("declined", "21:00"), ("waiting", "20:45")]


async def test_a_booking_that_is_kept_refuses_the_offer(
    talk: Talk, admin_user: User, dinner: Reservation
) -> None:
    await offered(talk, admin_user)
    await talk.say("then we'd rather keep our dinner as it is")
    assert await rows() == [("declined", "21:00")]
    starts_at = dinner.starts_at
    await database_threads.run(dinner.refresh_from_db)
    assert dinner.starts_at == starts_at


async def test_a_question_about_the_resort_is_no_answer_to_the_offer(
    talk: Talk, admin_user: User
) -> None:
    await offered(talk, admin_user)
    answer = await talk.say("Is Ballo open at 9:15?")
    assert answer["route"] != "bookings"
    assert await rows() == [("changed", "21:00")]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("ok 9:15 at the bar is fine", "approved"),
        ("ok yes 4 is fine", "approved"),
        ("ok yes 5 is fine", "changed"),
        ("hmm can we get 10 instead", "changed"),
    ],
)
async def test_words_of_the_staff_and_bare_numbers_are_of_the_offer(
    words: str, status: str, talk: Talk, admin_user: User
) -> None:
    await talk.with_codes(DINNER).say("Move my dinner to 9pm", "yes")
    reason = "Only seats at the bar."
    await database_threads.run(
        lambda: offer_a_quarter_past_nine(admin_user, reason, party=4)
    )
    answer = await talk.say(words)
    assert answer["route"] == "bookings"
    assert [each for each, _ in await rows()] == [status]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", "vale, nos la quedamos"),
        ("es", "nos quedamos con esa"),
        ("es", "lo aceptamos"),
        ("fr", "va bien, on prend"),
        ("fr", "21h15 ça nous va"),
    ],
)
async def test_it_is_taken_in_other_languages(
    language: str, words: str, begin_talk: Callable[..., Talk], admin_user: User
) -> None:
    chat = begin_talk(language)
    await offered(chat, admin_user)
    await chat.say(words)
    assert await rows() == [("approved", "21:15")]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("ok 9:15 works then", "approved"),
        ("and yes to the 9:15", "approved"),
        ("ok we accept", "changed"),
    ],
)
async def test_a_wish_for_another_booking_leaves_the_offer_open(
    words: str, status: str, talk: Talk, admin_user: User, resort: Property
) -> None:
    show = {"code": SHOW, "kind": "ticket", "what": "Laughs at Nine"}
    await database_threads.run(lambda: dinner_at(resort, **show))
    await talk.with_codes(DINNER, SHOW).say("Move my dinner to 9pm", "yes")
    await database_threads.run(offer_a_quarter_past_nine, admin_user)
    answer = await talk.say("can you cancel the show?")
    assert "not what the team offers" not in answer["answer"]
    answer = await talk.say("yes", words)
    pairs = Request.objects.order_by("created_at").values_list("kind", "status")
    stored = await database_threads.run(list, pairs)
    assert stored == [("change", status), ("cancel", "waiting")]
    # Who may mean the request that he has just sent is asked.
    assert "9:15 PM" in answer["answer"]
