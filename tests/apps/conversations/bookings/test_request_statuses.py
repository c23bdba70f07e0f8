"""Guests ask how their requests stand, and hear by when staff decide."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from apps.conversations.turns.bookings.requests import notices
from apps.conversations.turns.bookings.words import dates
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations import queries, requests
from apps.reservations.models import Request, Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    ROOM,
    Talk,
    only_request,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort")


async def test_the_state_of_requests_can_be_asked(
    talk: Talk, dinner: Reservation
) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner")
    listed = await talk.say("What is the status of my request?")
    assert "not sent yet" in listed["answer"]
    await talk.say("yes")
    assert (await only_request()).status == "waiting"


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
    sent = await talk.with_codes(DINNER).say("Cancel my dinner", "yes")
    due_at = (await only_request()).due_at
    assert due_at is not None
    clock = dates.say_clock(due_at.astimezone(dinner.property.zone), language)
    assert clock in sent["answer"]
    result = await talk.say(text)
    assert result["route"] == "bookings"
    assert clock in result["answer"]
    assert [card["status"] for card in result["requests"]] == ["waiting"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "any news about dinner?"),
        ("en", "what did they say about the dinner?"),
        ("en", "did they reply about my table"),
        ("es", "\u00bfQu\u00e9 dijeron de la cena?"),
        ("fr", "Des nouvelles pour mon d\u00eener ?"),
    ],
)
async def test_news_of_what_is_named_are_told_in_any_chat_of_the_guest(
    begin_talk: Callable[..., Talk],
    dinner: Reservation,
    language: str,
    text: str,
) -> None:
    await database_threads.run(room_at, dinner.property)
    talk = begin_talk().with_codes(DINNER, ROOM)
    await talk.say("Cancel my dinner", "yes", "Late checkout until 1 PM", "yes")
    result = await begin_talk(language).with_codes(DINNER, ROOM).say(text)
    assert result["route"] == "bookings"
    assert [card["status"] for card in result["requests"]] == ["waiting"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "also my ballo dinner is cancelled right?"),
        ("en", "is my dinner cancelled?"),
        ("es", "¿mi cena ya está cancelada?"),
        ("fr", "mon dîner est bien annulé ?"),
    ],
)
async def test_what_staff_have_still_to_cancel_is_not_said_to_be_cancelled(
    begin_talk: Callable[..., Talk], dinner: Reservation, language: str, text: str
) -> None:
    talk = begin_talk(language).with_codes(DINNER)
    result = await talk.say("Cancel my dinner", "yes", text)
    assert [card["status"] for card in result["requests"]] == ["waiting"]


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "why??"), ("en", "but why not"), ("es", "¿por qué?"), ("fr", "pourquoi ?")],
)
async def test_the_reason_of_a_refusal_is_told_to_who_asks_why(
    begin_talk: Callable[..., Talk],
    dinner: Reservation,
    admin_user: User,
    language: str,
    text: str,
) -> None:
    talk = begin_talk(language).with_codes(DINNER)
    await talk.say("Cancel my dinner", "yes")
    await database_threads.run(_decline, await only_request(), admin_user)
    assert "The menu is bought." in (await talk.say(text))["answer"]


def _decline(request: Request, staff: User) -> None:
    requests.decline(request, staff, "The menu is bought.", timezone.now())
    notices.tell_all(timezone.now())


async def test_a_decision_that_is_late_is_said_to_be_late(
    talk: Talk, resort: Property, dinner: Reservation
) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner", "yes")
    over = timezone.now() - timedelta(minutes=5)
    await database_threads.run(lambda: Request.objects.update(due_at=over))
    answer = (await talk.say("Did they approve it?"))["answer"]
    assert "should have answered by" in answer
    assert resort.phone in answer


async def test_what_was_decided_is_told_and_what_is_settled_left_out(
    talk: Talk, dinner: Reservation, admin_user: User
) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner", "yes")
    request = await only_request()
    await database_threads.run(requests.approve, request, admin_user, timezone.now())
    assert "has approved it" in (await talk.say("Did they approve it?"))["answer"]
    await talk.say("I need two more towels", "no")
    result = await talk.say("What happens now?")
    assert [card["status"] for card in result["requests"]] == ["approved"]


async def test_what_is_open_stands_before_what_was_withdrawn_since(
    talk: Talk, dinner: Reservation
) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner", "yes")
    waiting = await only_request()
    withdrawn = [
        Request(
            property=dinner.property,
            thread_id=waiting.thread_id,
            reservation=dinner,
            kind="change",
            status="withdrawn",
            expires_at=timezone.now(),
        )
        for _ in range(queries.MOST_REQUESTS)
    ]
    await database_threads.run(Request.objects.bulk_create, withdrawn)
    result = await talk.say("show me my requests")
    assert result["requests"][0]["status"] == "waiting"


async def test_what_was_left_unsent_on_another_device_is_no_news(
    talk: Talk, begin_talk: Callable[..., Talk], dinner: Reservation
) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner", "yes")
    elsewhere = begin_talk()
    await elsewhere.with_codes(DINNER).say("Move my dinner to 9pm")
    result = (
        await begin_talk().with_codes(DINNER).say("What is the status of my request?")
    )
    assert [card["status"] for card in result["requests"]] == ["waiting"]


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "What happens now?", "Nothing of yours is waiting with the team"),
        ("en", "so what happens next", "late checkout"),
        ("es", "¿Y qué pasa ahora?", "ninguna solicitud suya"),
        ("fr", "Que se passe-t-il maintenant ?", "Aucune demande"),
        ("pt", "O que acontece agora?", "nenhum pedido"),
        ("zh", "接下来会怎样", "没有等待处理的请求"),
        ("de", "Wie geht es jetzt weiter?", "keine Anfrage von Ihnen"),
        ("it", "Cosa succede adesso?", "nessuna Sua richiesta"),
    ],
)
async def test_without_a_request_nothing_waits(
    begin_talk: Callable[..., Talk],
    dinner: Reservation,
    language: str,
    text: str,
    words: str,
) -> None:
    answer = await begin_talk(language).say(text)
    assert answer["route"] == "bookings"
    assert words in answer["answer"]


@pytest.mark.parametrize("text", ["and now?", "any news?", "how long will it take?"])
async def test_without_a_request_other_words_are_questions_like_any_other(
    talk: Talk, dinner: Reservation, text: str
) -> None:
    await talk.say("Hello")
    assert (await talk.say(text))["route"] != "bookings"


async def test_in_an_emergency_nobody_reads_that_nothing_waits(
    talk: Talk, dinner: Reservation
) -> None:
    await talk.say("my friend passed out")
    assert (await talk.say("What happens now?"))["route"] != "bookings"


@pytest.mark.usefixtures("dinner")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "i never got my towels"),
        ("en", "hey, the towels still haven't arrived"),
        ("es", "las toallas nunca llegaron"),
        ("fr", "je n'ai jamais reçu mes serviettes"),
    ],
)
async def test_what_never_came_is_asked_for_again(
    language: str, words: str, begin_talk: Callable[..., Talk], admin_user: User
) -> None:
    chat = begin_talk(language)
    order = {"es": "dos toallas", "fr": "deux serviettes"}.get(language, "two towels")
    await chat.say(f"{order} 1204 please", "1204", "yes")
    await database_threads.run(_fulfil, admin_user)
    await chat.say(words, "yes")
    rows = Request.objects.order_by("created_at").values_list("status", "wish__room")
    stored = await database_threads.run(list, rows)
    assert stored == [("done", "1204"), ("waiting", "1204")]


@pytest.mark.usefixtures("dinner")
async def test_what_has_not_come_yet_is_not_asked_for_twice(talk: Talk) -> None:
    await talk.say("extra towels to room 1204 please", "yes", "Is there a pool?")
    answer = (await talk.say("i never got my towels"))["answer"]
    assert "who have not answered yet" in answer
    assert (await only_request()).status == "waiting"


@pytest.mark.usefixtures("dinner")
async def test_who_gets_nothing_and_has_not_asked_is_asked_for_the_room(
    talk: Talk,
) -> None:
    assert "Which room" in (await talk.say("i never got my towels"))["answer"]


def _fulfil(staff: User) -> None:
    request = Request.objects.select_related("property").get()
    now = timezone.now()
    requests.fulfil(requests.approve(request, staff, now), staff, now)
