"""Guests ask staff for something, agree to a summary, and nothing is promised."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from apps.conversations.turns.bookings import request_cards
from apps.conversations.turns.bookings.words import dates
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request, RequestPolicy, Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    WHO,
    Talk,
    dinner_at,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort")


async def only() -> Request:
    rows = Request.objects.select_related("reservation__property", "property")
    return await database_threads.run(rows.get)


async def test_a_cancellation_is_sent_once_the_guest_agrees(
    talk: Talk, dinner: Reservation
) -> None:
    proposal = await talk.say(WHO, "Please cancel my dinner")
    assert "Shall I send it?" in proposal["answer"]
    assert (await only()).status == "proposed"
    sent = await talk.say("Yes please")
    assert "They decide" in sent["answer"]
    request = await only()
    assert (request.status, request.reservation) == ("waiting", dinner)
    assert (await database_threads.run(Reservation.objects.get)).state == ("booked")


@pytest.mark.parametrize(
    "word", ["no", "never mind", "don't cancel it", "no, don't", "rather not"]
)
async def test_a_no_withdraws_it(word: str, talk: Talk, dinner: Reservation) -> None:
    answer = (await talk.say(WHO, "Cancel my dinner", word))["answer"]
    assert "withdrawn" in answer
    assert (await only()).status == "withdrawn"


@pytest.mark.parametrize("word", ["yellow", "yesterday I was ill", "you decide"])
async def test_words_that_only_begin_like_a_yes_are_none(
    word: str, talk: Talk, dinner: Reservation
) -> None:
    await talk.say(WHO, "Cancel my dinner", word)
    request = await only()
    assert request.status == "proposed"
    assert word in request.wish["note"]


@pytest.mark.parametrize(
    ("language", "ask", "word"),
    [
        ("es", "Quiero cancelar mi cena", "sí, claro"),
        ("fr", "Annulez mon dîner", "oui"),
        ("pt", "Quero cancelar o meu jantar", "sim"),
        ("zh", "我想取消我的晚餐", "好的"),
    ],
)
async def test_yes_in_the_language_of_the_guest(
    language: str,
    ask: str,
    word: str,
    begin_talk: Callable[..., Talk],
    dinner: Reservation,
) -> None:
    await begin_talk(language).say(ask, "Alvarez MS-4F7K", word)
    assert (await only()).status == "waiting"


async def test_other_words_change_the_proposal(talk: Talk, dinner: Reservation) -> None:
    await talk.say(WHO, "Move my dinner to 8", "better at 9", "and we will be 6")
    request = await only()
    zone = request.property.zone
    assert request_cards.lines(request, "en")[1]["value"].endswith("9:00 PM, 6 people")
    assert request.wish["party"] == 6
    assert request.version == 6
    answer = (await talk.say("yes"))["answer"]
    assert "with the team" in answer
    assert dinner.starts_at.astimezone(zone).hour == 19


async def test_an_approved_change_is_what_the_guest_is_told_from_then_on(
    talk: Talk, dinner: Reservation, admin_user: User
) -> None:
    await talk.say(WHO, "Move my dinner to 9pm", "and we will be 6", "yes")
    before = (await talk.say("When is my dinner?"))["citations"][0]
    assert "7:00 PM" in before["quote"]
    request = await only()
    await database_threads.run(requests.approve, request, admin_user, timezone.now())
    after = await talk.say("When is my dinner?")
    assert "9:00 PM" in after["answer"]
    [source] = after["citations"]
    assert "9:00 PM" in source["quote"]
    assert source["updated_at"] > before["updated_at"]
    assert "6 people" in (await talk.say("For how many people is my dinner?"))["answer"]
    labels = [line["label"] for line in request_cards.lines(await only(), "en")]
    assert "New" not in labels


async def test_a_question_between_changes_nothing(
    talk: Talk, dinner: Reservation
) -> None:
    await talk.say(WHO, "Cancel my dinner")
    answer = await talk.say("What is the dress code at Ballo?")
    assert answer["route"] == "property_qa"
    request = await only()
    assert (request.status, request.wish) == ("proposed", {"words": ""})


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        ("Move my dinner to yesterday", "day is over"),
        ("Move my dinner to February 31", "no such day"),
        ("Change my dinner to a party of 400", "the most is 100"),
        ("Change my dinner to 0 people", "at least one person"),
        ("Move my dinner to 7pm", "like that already"),
        ("Change my dinner", "the day, the time, or the number"),
    ],
)
async def test_what_cannot_be_is_said_at_once(
    ask: str, words: str, talk: Talk, dinner: Reservation
) -> None:
    assert words in (await talk.say(WHO, ask))["answer"]
    assert not await database_threads.run(Request.objects.exists)


async def test_the_answer_to_what_was_asked_completes_it(
    talk: Talk, dinner: Reservation
) -> None:
    answer = (await talk.say(WHO, "Change my dinner", "9pm"))["answer"]
    assert "Shall I send it?" in answer
    assert (
        (await only())
        .wish["starts_at"]
        .endswith(("T21:00:00-05:00", "T21:00:00-04:00"))
    )


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
    answer = (await talk.say(WHO, "Can I get a late checkout?"))["answer"]
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
    first = (await talk.say(WHO, "Change my dinner"))["answer"]
    late, question = first.split("\n\n")
    assert late.startswith("It is late for this: you could change it until")
    assert "I can still ask the team" in late
    assert "What should be different" in question
    proposal = (await talk.say("for 4 people"))["answer"]
    assert "It is late for this" in proposal
    assert "Shall I send it?" in proposal
    await talk.say("yes")
    assert (await only()).status == "waiting"


async def test_a_second_change_is_said_to_be_with_the_team_before_anything_is_asked(
    talk: Talk, dinner: Reservation
) -> None:
    answer = await talk.say(WHO, "Move my dinner to 9pm", "yes", "Change my dinner")
    assert "such a request of yours already" in answer["answer"]


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
    answer = (await talk.say(WHO, "Cancel my dinner"))["answer"]
    assert "It is late for this: you could cancel until" in answer
    assert "Shall I send it?" in answer
    revised = (await talk.say("my son is ill"))["answer"]
    assert "It is late for this" in revised
    assert "They decide" in (await talk.say("yes"))["answer"]
    assert (await only()).status == "waiting"
    await database_threads.run(dinner.refresh_from_db)
    assert dinner.state == "booked"


async def test_towels_need_no_booking_and_no_room_of_a_stranger(
    talk: Talk, dinner: Reservation
) -> None:
    answer = (await talk.say("I need two more towels"))["answer"]
    assert "Shall I send it?" in answer
    assert "room are you" not in answer
    await talk.say("ok")
    request = await only()
    assert (request.kind, request.status) == ("service", "waiting")
    assert "room" not in request.wish


async def test_a_guest_who_is_known_is_asked_for_the_room(
    talk: Talk, dinner: Reservation
) -> None:
    assert "Which room" in (await talk.say(WHO, "I need towels"))["answer"]
    await talk.say("1204")
    assert (await only()).wish["room"] == "1204"
    await talk.say("yes")
    proposal = await talk.say("Please fix the shower in room 77, it is broken")
    [card] = proposal["requests"]
    assert {"label": "Room", "value": "77"} in card["lines"]


async def test_a_call_needs_a_number(talk: Talk, dinner: Reservation) -> None:
    assert "Which number" in (await talk.say("Can someone call me?"))["answer"]
    await talk.say("860 555 0142", "yes")
    request = await only()
    assert (request.kind, request.wish["phone"]) == ("callback", "860 555 0142")


async def test_what_is_with_the_team_already_is_not_asked_twice(
    begin_talk: Callable[..., Talk], dinner: Reservation
) -> None:
    await begin_talk().say(WHO, "Cancel my dinner", "yes")
    again = await begin_talk().say(WHO, "Cancel my dinner")
    assert "such a request of yours already" in again["answer"]
    assert (await only()).status == "waiting"


async def test_what_was_left_behind_elsewhere_hinders_nobody(
    begin_talk: Callable[..., Talk], dinner: Reservation
) -> None:
    await begin_talk().say(WHO, "Cancel my dinner")
    again = await begin_talk().say(WHO, "Cancel my dinner")
    assert "Shall I send it?" in again["answer"]
    statuses = Request.objects.order_by("created_at").values_list("status", flat=True)
    assert await database_threads.run(list, statuses) == ["withdrawn", "proposed"]


async def test_a_yes_to_what_has_changed_meanwhile_is_told_so(
    talk: Talk, dinner: Reservation
) -> None:
    await talk.say(WHO, "Cancel my dinner")
    request = await only()
    await database_threads.run(requests.withdraw, request, request.expires_at)
    answer = (await talk.say("yes"))["answer"]
    assert "changed in the meantime" in answer
    assert "Withdrawn by you" in answer


async def test_the_state_of_requests_can_be_asked(
    talk: Talk, dinner: Reservation
) -> None:
    await talk.say(WHO, "Cancel my dinner")
    listed = await talk.say("What is the status of my request?")
    assert "not sent yet" in listed["answer"]
    await talk.say("yes")
    assert (await only()).status == "waiting"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "What happens now?"),
        ("en", "any news on my request?"),
        ("en", "any news?"),
        ("en", "did they approve it?"),
        ("en", "Has the team decided yet?"),
        ("en", "so what now"),
        ("en", "when will I hear back?"),
        ("es", "¿Y ahora qué pasa?"),
        ("es", "¿Lo han aprobado?"),
        ("fr", "Et maintenant ?"),
        ("fr", "Est-ce qu'ils ont décidé ?"),
    ],
)
async def test_what_comes_next_is_told_with_the_time_that_was_promised(
    begin_talk: Callable[..., Talk], dinner: Reservation, language: str, text: str
) -> None:
    talk = begin_talk(language)
    sent = await talk.say(WHO, "Cancel my dinner", "yes")
    due_at = (await only()).due_at
    assert due_at is not None
    clock = dates.say_clock(due_at.astimezone(dinner.property.zone), language)
    assert clock in sent["answer"]
    result = await talk.say(text)
    assert result["route"] == "bookings"
    assert clock in result["answer"]
    assert [card["status"] for card in result["requests"]] == ["waiting"]


async def test_a_decision_that_is_late_is_said_to_be_late(
    talk: Talk, resort: Property, dinner: Reservation
) -> None:
    await talk.say(WHO, "Cancel my dinner", "yes")
    over = timezone.now() - timedelta(minutes=5)
    await database_threads.run(lambda: Request.objects.update(due_at=over))
    answer = (await talk.say("Did they approve it?"))["answer"]
    assert "should have decided by" in answer
    assert resort.phone in answer


async def test_what_was_decided_is_told_and_what_is_settled_left_out(
    talk: Talk, dinner: Reservation, admin_user: User
) -> None:
    await talk.say(WHO, "Cancel my dinner", "yes")
    request = await only()
    await database_threads.run(requests.approve, request, admin_user, timezone.now())
    assert "has approved it" in (await talk.say("Did they approve it?"))["answer"]
    await talk.say("I need two more towels", "no")
    result = await talk.say("What happens now?")
    assert [card["status"] for card in result["requests"]] == ["approved"]


async def test_without_a_request_it_is_a_question_like_any_other(
    talk: Talk, dinner: Reservation
) -> None:
    await talk.say("Hello")
    assert (await talk.say("What happens now?"))["route"] != "bookings"


async def test_a_proposal_is_shown_once(talk: Talk, dinner: Reservation) -> None:
    proposal = await talk.say(WHO, "Cancel my dinner")
    assert "Ballo" not in proposal["answer"]
    [card] = proposal["requests"]
    assert "Ballo Italian Restaurant" in card["title"]


async def test_what_a_property_lets_through_is_approved_at_once(
    talk: Talk, resort: Property, dinner: Reservation
) -> None:
    await database_threads.run(
        lambda: RequestPolicy.objects.create(
            property=resort,
            kind="service",
            department="Housekeeping",
            is_let_through=True,
        )
    )
    answer = (await talk.say("I need two more towels", "yes"))["answer"]
    assert "approved" in answer
    assert not await database_threads.run(requests.steps_to_tell().exists)
