"""Guests ask staff for something, agree to a summary, and nothing is promised."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from apps.concierge import replies
from apps.conversations.turns.bookings.requests import request_cards
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request, RequestPolicy, Reservation
from tests.apps.conversations.bookings.sample_bookings import DINNER, Talk, only_request

pytestmark = pytest.mark.usefixtures("without_key", "resort")


async def test_a_cancellation_is_sent_once_the_guest_agrees(
    talk: Talk, dinner: Reservation
) -> None:
    proposal = await talk.with_codes(DINNER).say("Please cancel my dinner")
    assert "Shall I send it?" in proposal["answer"]
    assert (await only_request()).status == "proposed"
    sent = await talk.say("Yes please")
    assert "They answer" in sent["answer"]
    request = await only_request()
    assert (request.status, request.reservation) == ("waiting", dinner)
    assert (await database_threads.run(Reservation.objects.get)).state == ("booked")


@pytest.mark.parametrize(
    "word", ["no", "never mind", "don't cancel it", "no, don't", "rather not"]
)
async def test_a_no_withdraws_it(word: str, talk: Talk, dinner: Reservation) -> None:
    answer = (await talk.with_codes(DINNER).say("Cancel my dinner", word))["answer"]
    assert "withdrawn" in answer
    assert (await only_request()).status == "withdrawn"


@pytest.mark.parametrize("word", ["yesterday I was ill", "you decide"])
async def test_words_that_only_begin_like_a_yes_are_none(
    word: str, talk: Talk, dinner: Reservation
) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner", word)
    request = await only_request()
    assert request.status == "proposed"
    assert word in request.wish["note"]


@pytest.mark.parametrize(
    ("language", "ask", "word"),
    [
        ("es", "Quiero cancelar mi cena", "sí, claro"),
        ("fr", "Annulez mon dîner", "oui"),
        ("pt", "Quero cancelar o meu jantar", "sim"),
        ("zh", "我想取消我的晚餐", "好的"),
        ("de", "Ich kann leider nicht kommen, bitte mein Abendessen absagen", "ja"),
        ("it", "Vorrei disdire la mia cena", "sì, certo"),
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
    assert (await only_request()).status == "waiting"


async def test_other_words_change_the_proposal(talk: Talk, dinner: Reservation) -> None:
    await talk.with_codes(DINNER).say(
        "Move my dinner to 8", "better at 9", "and we will be 6"
    )
    request = await only_request()
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
    await talk.with_codes(DINNER).say(
        "Move my dinner to 9pm", "and we will be 6", "yes"
    )
    before = (await talk.say("When is my dinner?"))["citations"][0]
    assert "7:00 PM" in before["quote"]
    request = await only_request()
    await database_threads.run(requests.approve, request, admin_user, timezone.now())
    after = await talk.say("When is my dinner?")
    assert "9:00 PM" in after["answer"]
    [source] = after["citations"]
    assert "9:00 PM" in source["quote"]
    assert source["updated_at"] > before["updated_at"]
    assert "6 people" in (await talk.say("For how many people is my dinner?"))["answer"]
    labels = [line["label"] for line in request_cards.lines(await only_request(), "en")]
    assert "New" not in labels


async def test_a_question_between_changes_nothing(
    talk: Talk, dinner: Reservation
) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner")
    answer = await talk.say("What is the dress code at Ballo?")
    assert answer["route"] == "property_qa"
    request = await only_request()
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
    assert words in (await talk.with_codes(DINNER).say(ask))["answer"]
    assert not await database_threads.run(Request.objects.exists)


async def test_the_answer_to_what_was_asked_completes_it(
    talk: Talk, dinner: Reservation
) -> None:
    answer = (await talk.with_codes(DINNER).say("Change my dinner", "9pm"))["answer"]
    assert "Shall I send it?" in answer
    assert (
        (await only_request())
        .wish["starts_at"]
        .endswith(("T21:00:00-05:00", "T21:00:00-04:00"))
    )


async def test_a_second_change_is_said_to_be_with_the_team_before_anything_is_asked(
    talk: Talk, dinner: Reservation
) -> None:
    answer = await talk.with_codes(DINNER).say(
        "Move my dinner to 9pm", "yes", "Change my dinner"
    )
    assert "such a request of yours already" in answer["answer"]


async def test_towels_need_no_booking_but_a_room(
    talk: Talk, dinner: Reservation
) -> None:
    assert "Which room" in (await talk.say("can we get more towels"))["answer"]
    assert "Shall I send it?" in (await talk.say("1412"))["answer"]
    await talk.say("ok")
    request = await only_request()
    assert (request.kind, request.status) == ("service", "waiting")
    assert request.wish["text"] == "can we get more towels"
    assert (request.wish["room"], request.wish.get("note")) == ("1412", None)


@pytest.mark.parametrize(
    "text",
    [
        "bring 2 towels to room 1412",
        "Could someone bring extra pillows to 1412 please?",
        "toallas a la habitación 1412 por favor",
    ],
)
async def test_the_room_is_read_from_the_wish(
    text: str, talk: Talk, dinner: Reservation
) -> None:
    assert "Shall I send it?" in (await talk.say(text))["answer"]
    assert (await only_request()).wish["room"] == "1412"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "fresh towels and the sink is leaking in 903"),
        ("en", "two pillows please and clean the room, rm 903"),
        ("es", "toallas por favor y el lavabo gotea en la hab. 903"),
        ("fr", "oreillers svp ch 903"),
    ],
)
@pytest.mark.usefixtures("dinner")
async def test_a_room_is_of_all_that_is_asked_for(
    language: str, words: str, begin_talk: Callable[..., Talk]
) -> None:
    await begin_talk(language).say(words)
    rows = Request.objects.values_list("wish__room", flat=True)
    assert set(await database_threads.run(list, rows)) == {"903"}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "please call back on 860 555 0142"),
        ("es", "llamar al 860 555 0142 por favor"),
        ("fr", "rappeler au 06 12 34 56 78"),
    ],
)
@pytest.mark.usefixtures("dinner")
async def test_a_number_to_call_is_no_room(
    language: str, words: str, begin_talk: Callable[..., Talk]
) -> None:
    await begin_talk(language).say(words)
    assert (await only_request()).kind == "callback"


async def test_a_guest_who_is_known_is_asked_for_the_room(
    talk: Talk, dinner: Reservation
) -> None:
    assert (
        "Which room" in (await talk.with_codes(DINNER).say("I need towels"))["answer"]
    )
    await talk.say("1204")
    assert (await only_request()).wish["room"] == "1204"


async def test_a_yes_is_no_room(talk: Talk, dinner: Reservation) -> None:
    await talk.with_codes(DINNER).say("can i get some towels")
    assert "Which room" in (await talk.say("yep"))["answer"]
    await talk.say("1204")
    assert (await only_request()).wish["room"] == "1204"
    await talk.say("yes")
    proposal = await talk.say("Please fix the shower in room 77, it is broken")
    [card] = proposal["requests"]
    assert {"label": "Room", "value": "77"} in card["lines"]


async def test_a_call_needs_a_number(talk: Talk, dinner: Reservation) -> None:
    assert "Which number" in (await talk.say("Can someone call me?"))["answer"]
    await talk.say("860 555 0142", "yes")
    request = await only_request()
    assert (request.kind, request.wish["phone"]) == ("callback", "860 555 0142")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I prefer text messages over calls"),
        ("en", "Call me Maria, I prefer email"),
        ("en", "You can call me Ann"),
        ("en", "I'm Dave, texting is easier for me than calls"),
        ("es", "Llámeme María, prefiero el correo"),
        ("fr", "Appelez-moi Marie"),
        ("fr", "Je préfère les SMS aux appels"),
    ],
)
async def test_how_to_address_a_guest_is_no_wish_for_a_call(
    begin_talk: Callable[..., Talk], dinner: Reservation, language: str, text: str
) -> None:
    answer = (await begin_talk(language).say(text))["answer"]
    assert answer == replies.say("telling", language)


@pytest.mark.parametrize(
    "text",
    ["Call me on my cell", "Please call me back", "I'm Ann, can someone call me?"],
)
async def test_a_wish_for_a_call_stays_one(
    talk: Talk, dinner: Reservation, text: str
) -> None:
    assert "Which number" in (await talk.say(text))["answer"]


async def test_what_is_with_the_team_already_is_not_asked_twice(
    begin_talk: Callable[..., Talk], dinner: Reservation
) -> None:
    await begin_talk().with_codes(DINNER).say("Cancel my dinner", "yes")
    again = await begin_talk().with_codes(DINNER).say("Cancel my dinner")
    assert "such a request of yours already" in again["answer"]
    assert (await only_request()).status == "waiting"


async def test_what_was_left_behind_elsewhere_hinders_nobody(
    begin_talk: Callable[..., Talk], dinner: Reservation
) -> None:
    await begin_talk().with_codes(DINNER).say("Cancel my dinner")
    again = await begin_talk().with_codes(DINNER).say("Cancel my dinner")
    assert "Shall I send it?" in again["answer"]
    statuses = Request.objects.order_by("created_at").values_list("status", flat=True)
    assert await database_threads.run(list, statuses) == ["withdrawn", "proposed"]


async def test_a_yes_to_what_has_changed_meanwhile_is_told_so(
    talk: Talk, dinner: Reservation
) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner")
    request = await only_request()
    await database_threads.run(requests.withdraw, request, request.expires_at)
    answer = (await talk.say("yes"))["answer"]
    assert "changed in the meantime" in answer
    assert "Withdrawn by you" in answer


async def test_a_proposal_is_shown_once(talk: Talk, dinner: Reservation) -> None:
    proposal = await talk.with_codes(DINNER).say("Cancel my dinner")
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
    answer = (await talk.say("I need two more towels in room 1204", "yes"))["answer"]
    assert "approved" in answer
    assert not await database_threads.run(requests.steps_to_tell().exists)
