"""A yes on a condition sends nothing: staff decide, and the guest is asked again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from apps.infrastructure import database_threads
from apps.reservations.models import Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    Talk,
    offer_a_quarter_past_nine,
    only_request,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "dinner")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "yes, unless it costs extra"),
        ("en", "go ahead if I get my deposit back"),
        ("en", "send it, only if we keep the window table"),
        ("en", "if it's free then yes"),
        ("es", "sí, si no cuesta nada"),
        ("fr", "oui, à condition que ce soit gratuit"),
        ("fr", "oui s'il n'y a pas de frais"),
        ("pt", "sim, se for grátis"),
        ("zh", "只要不收费就行"),
        ("en", "sì, a meno che non costi di più"),
    ],
)
async def test_a_condition_becomes_a_note(
    language: str, words: str, begin_talk: Callable[..., Talk]
) -> None:
    talk = begin_talk(language)
    proposal = await talk.with_codes(DINNER).say("Cancel my dinner", words)
    assert proposal["answer"].count("\n\n") == 1
    request = await only_request()
    assert (request.status, request.wish["note"]) == ("proposed", words)


@pytest.mark.parametrize(
    ("language", "words", "note"),
    [
        ("en", "Cancel my dinner only if it's free", "only if it's free"),
        (
            "en",
            "move my dinner to 9pm but only if there's no charge",
            "but only if there's no charge",
        ),
        ("es", "cancele mi cena solo si es gratis", "solo si es gratis"),
        (
            "fr",
            "annulez mon dîner seulement si c'est gratuit",
            "seulement si c'est gratuit",
        ),
    ],
)
async def test_the_condition_of_a_wish_becomes_its_note(
    language: str, words: str, note: str, begin_talk: Callable[..., Talk]
) -> None:
    await begin_talk(language).with_codes(DINNER).say(words)
    assert (await only_request()).wish["note"] == note


@pytest.mark.parametrize("words", ["if possible", "please, if you can"])
async def test_a_courtesy_is_no_note(words: str, talk: Talk) -> None:
    await talk.with_codes(DINNER).say(f"Cancel my dinner {words}")
    assert "note" not in (await only_request()).wish


async def test_a_plain_yes_then_sends_it_with_the_note(talk: Talk) -> None:
    proposal = await talk.with_codes(DINNER).say(
        "Cancel my dinner", "ok as long as it is free"
    )
    assert "Only the team can decide that" in proposal["answer"]
    await talk.say("yes")
    request = await only_request()
    assert (request.status, request.wish["words"]) == (
        "waiting",
        "“ok as long as it is free”",
    )


async def test_a_change_keeps_its_time_beside_the_condition(talk: Talk) -> None:
    await talk.with_codes(DINNER).say(
        "Move my dinner to 9pm", "sure, if we can stay until 11"
    )
    request = await only_request()
    assert (request.status, request.wish["starts_at"][11:16]) == ("proposed", "21:00")
    assert request.wish["note"] == "sure, if we can stay until 11"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "yes, if you don't mind"),
        ("en", "yes please, let me know if there is any problem"),
        ("es", "sí, si es posible"),
        ("fr", "oui, s'il vous plaît, si c'est possible"),
    ],
)
async def test_a_courtesy_is_no_condition(
    language: str, words: str, begin_talk: Callable[..., Talk]
) -> None:
    await begin_talk(language).with_codes(DINNER).say("Cancel my dinner", words)
    assert (await only_request()).status == "waiting"


async def test_an_offer_is_not_taken_on_a_condition(
    talk: Talk, admin_user: User, dinner: Reservation
) -> None:
    await talk.with_codes(DINNER).say("Move my dinner to 9pm", "yes")
    await database_threads.run(offer_a_quarter_past_nine, admin_user)
    answer = (await talk.say("yes, if the table is by the window"))["answer"]
    assert "Do you take it?" in answer
    assert (await only_request()).status == "changed"
