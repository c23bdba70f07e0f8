"""What a guest has just sent is withdrawn by his next words, until it is decided."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request, Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    ROOM,
    Talk,
    offer_a_quarter_past_nine,
    only_request,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "dinner")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "withdraw it"),
        ("en", "never mind"),
        ("en", "take it back"),
        ("en", "oops cancel that request"),
        ("en", "dont cancel it"),
        ("en", "never mind, undo that"),
        ("en", "nevermind undo that please"),
        ("en", "never mind withdraw it"),
        ("en", "sorry, undo"),
        ("es", "olvídalo"),
        ("fr", "retirez ma demande"),
        ("pt", "deixa pra lá"),
        ("zh", "算了"),
    ],
)
async def test_it_is_withdrawn(
    language: str, words: str, begin_talk: Callable[..., Talk]
) -> None:
    await (
        begin_talk(language)
        .with_codes(DINNER)
        .say("Cancel my dinner", "send it", words)
    )
    assert (await only_request()).status == "withdrawn"


@pytest.mark.parametrize(
    "words",
    [
        "no",
        "thanks",
        "dont withdraw it",
        "never undo that",
        "how do I withdraw my request?",
        "fine send it anyway",
        "send it please",
        "take back the late checkout",
    ],
)
async def test_other_words_leave_it_with_the_team(words: str, talk: Talk) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner", "yes", words)
    assert (await only_request()).status == "waiting"


@pytest.mark.parametrize(
    ("words", "status"), [("cancel it", "withdrawn"), ("don't cancel it", "waiting")]
)
async def test_to_cancel_a_late_checkout_takes_it_back(
    words: str, status: str, talk: Talk, resort: Property, dinner: Reservation
) -> None:
    await database_threads.run(lambda: room_at(resort, guest=dinner.guest))
    await talk.with_codes(ROOM).say("Can I get a late checkout at 1pm?", "yes", words)
    assert (await only_request()).status == status


async def test_the_only_request_is_withdrawn_after_another_question(talk: Talk) -> None:
    await talk.with_codes(DINNER).say(
        "Cancel my dinner", "yes", "blorp the frumious thing"
    )
    answer = await talk.say("take it back")
    assert "Cancellation: Ballo Italian Restaurant" in answer["answer"]
    assert (await only_request()).status == "withdrawn"


@pytest.mark.parametrize("words", ["never mind", "dont cancel it"])
async def test_other_words_are_about_another_question(
    words: str, talk: Talk, resort: Property, dinner: Reservation
) -> None:
    await database_threads.run(lambda: room_at(resort, guest=dinner.guest))
    await talk.with_codes(ROOM).say("Can I get a late checkout at 1pm?", "yes")
    await talk.say("When does the pool open?", words)
    assert (await only_request()).status == "waiting"


@pytest.mark.parametrize("words", ["whats the status", "what have i asked for?"])
async def test_who_asks_how_it_stands_hears_it(words: str, talk: Talk) -> None:
    answer = await talk.with_codes(DINNER).say("Cancel my dinner", "yes", words)
    assert "with the team, who have not answered yet" in answer["answer"]


async def test_it_may_have_been_sent_by_a_press(talk: Talk) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner")
    await database_threads.run(requests.confirm, await only_request(), timezone.now())
    await talk.say("undo that")
    assert (await only_request()).status == "withdrawn"


@pytest.mark.parametrize("texts", [[], ["what have i asked for?"], ["Ballo?"]])
@pytest.mark.parametrize(
    "words", ["take back the late checkout", "withdraw the upgrade request"]
)
async def test_what_was_never_asked_for_is_not_taken_back(
    texts: list[str], words: str, talk: Talk
) -> None:
    answer = await talk.with_codes(DINNER).say("Cancel my dinner", "yes", *texts, words)
    assert (await only_request()).status == "waiting"
    assert "Cancellation: Ballo Italian Restaurant: with the team" in answer["answer"]


async def test_an_offer_that_is_taken_is_not_withdrawn_nor_is_another_request(
    talk: Talk, begin_talk: Callable[..., Talk], admin_user: User, resort: Property
) -> None:
    guest = await database_threads.run(lambda: Reservation.objects.get().guest)
    await database_threads.run(lambda: room_at(resort, guest=guest))
    await begin_talk().with_codes(ROOM).say("late checkout at 1pm", "yes")
    await talk.with_codes(DINNER, ROOM).say("Move my dinner to 9pm", "yes")
    await database_threads.run(offer_a_quarter_past_nine, admin_user)
    await talk.say("any news?", "yes", "withdraw it")
    rows = Request.objects.order_by("kind").values_list("kind", "status")
    assert await database_threads.run(list, rows) == [
        ("change", "approved"),
        ("late_checkout", "waiting"),
    ]


async def test_what_is_decided_stays_and_the_guest_reads_so(
    talk: Talk, admin_user: User
) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner", "yes")
    await database_threads.run(
        requests.approve, await only_request(), admin_user, timezone.now()
    )
    answer = (await talk.say("withdraw it"))["answer"]
    assert "decided already" in answer
    assert "Approved" in answer
    assert (await only_request()).status == "approved"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "never mind, cancel that request"),
        ("en", "forget it, please cancel my request"),
        ("es", "olvídalo, cancele mi solicitud"),
        ("fr", "laissez tomber, annulez ma demande"),
    ],
)
@pytest.mark.parametrize("between", [[], ["Ballo?"]])
async def test_who_takes_it_back_asks_the_records_nothing(
    language: str, words: str, between: list[str], begin_talk: Callable[..., Talk]
) -> None:
    talk = begin_talk(language).with_codes(DINNER)
    result = await talk.say("Cancel my dinner", "send it", *between, words)
    assert (await only_request()).status == "withdrawn"
    assert "1-888" not in result["answer"]


async def test_of_several_that_wait_he_reads_all(
    talk: Talk, resort: Property, dinner: Reservation
) -> None:
    await database_threads.run(lambda: room_at(resort, guest=dinner.guest))
    result = await talk.with_codes(DINNER, ROOM).say(
        *("late checkout at 1pm", "yes", "Cancel my dinner", "yes"),
        *("Is there parking?", "never mind, cancel that request"),
    )
    assert [card["status"] for card in result["requests"]] == ["waiting"] * 2
