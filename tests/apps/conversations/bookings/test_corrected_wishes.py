"""Guests correct what was proposed: they mean another booking, or rather move it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    Talk,
    dinner_at,
    evening,
)

pytestmark = pytest.mark.usefixtures("without_key", "booked")
SPA, BALLO = "Swedish massage", "Ballo Italian Restaurant"


@pytest.fixture
def booked(resort: Property) -> None:
    """A massage in two days, and a dinner in three."""
    values: dict[str, Any] = {"guest": factories.GuestFactory.create(property=resort)}
    dinner_at(resort, **values)
    values |= {"kind": Reservation.Kind.SPA, "code": "SPA31175", "what": SPA}
    dinner_at(resort, starts_at=evening(resort, 2), party=1, **values)


async def outcome() -> list[tuple[str, str, str]]:
    """Kind, booking and status of each request."""
    rows = Request.objects.order_by("created_at")
    values = rows.values_list("kind", "reservation__what", "status")
    return await database_threads.run(lambda: list(values))


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["cancel my dinner", "oh wait, I meant the massage"]),
        ("en", ["cancel my dinner", "actually no, the massage"]),
        ("en", ["cancel my booking", "number 2", "no sorry the first one"]),
        ("es", ["cancela mi reserva", "la segunda", "no, la primera"]),
        ("fr", ["annulez mon dîner", "non pardon, le massage"]),
    ],
)
async def test_another_booking_takes_the_place_of_the_first(
    begin_talk: Callable[..., Talk], language: str, texts: list[str]
) -> None:
    await begin_talk(language).with_codes(DINNER).say(*texts)
    both = [("cancel", BALLO, "withdrawn"), ("cancel", SPA, "proposed")]
    assert await outcome() == both


@pytest.mark.parametrize("words", ["no, not the massage", "no, I meant the dinner"])
async def test_who_names_no_other_one_only_takes_it_back(
    talk: Talk, words: str
) -> None:
    await talk.with_codes(DINNER).say("cancel my dinner", words)
    assert ("cancel", SPA, "proposed") not in await outcome()


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["cancel my dinner", "wait, move it to 8 instead"]),
        ("en", ["cancel my dinner", "no, change it to 8pm"]),
        ("en", ["cancel my dinner", "hold on, push it to 8pm rather"]),
        ("es", ["cancela la cena", "espera, mejor cámbiala a las 8"]),
        ("fr", ["annulez mon dîner", "attendez, décalez-le plutôt à 20h"]),
    ],
)
async def test_what_is_rather_moved_is_not_cancelled(
    begin_talk: Callable[..., Talk], language: str, texts: list[str]
) -> None:
    answer = await begin_talk(language).with_codes(DINNER).say(*texts)
    assert answer["route"] == "bookings"
    both = [("cancel", BALLO, "withdrawn"), ("change", BALLO, "proposed")]
    assert await outcome() == both
    change = await database_threads.run(Request.objects.filter(kind="change").get)
    assert change.wish["starts_at"][11:16] == "20:00"
    assert "note" not in change.wish


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["cancel the dinner and the massage", "yes both"]),
        ("en", ["cancel the dinner and the massage", "yes, both of them please"]),
        ("en", ["cancel the dinner and the massage", "yes all"]),
        ("es", ["cancela la cena y el masaje", "sí, los dos"]),
        ("fr", ["annulez le dîner et le massage", "oui les deux"]),
    ],
)
async def test_yes_to_both_sends_both(
    begin_talk: Callable[..., Talk], language: str, texts: list[str]
) -> None:
    await begin_talk(language).with_codes(DINNER).say(*texts)
    statuses = [status for _, _, status in await outcome()]
    assert statuses == ["waiting", "waiting"]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["cancel my booking", "none of them"]),
        ("en", ["cancel my booking", "neither, thanks"]),
        ("en", ["cancel the dinner and the massage", "none of those please"]),
        ("es", ["cancela mi reserva", "ninguna"]),
        ("fr", ["annulez ma réservation", "aucune"]),
    ],
)
async def test_none_of_them_ends_the_question(
    begin_talk: Callable[..., Talk], language: str, texts: list[str]
) -> None:
    answer = await begin_talk(language).with_codes(DINNER).say(*texts)
    assert "1. " not in answer["answer"]
    assert {status for *_, status in await outcome()} <= {"withdrawn"}


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "change my dinner to last friday at 7pm", "day is over"),
        ("es", "cambia la cena al viernes pasado", "ya pasó"),
        ("fr", "changez le dîner à vendredi dernier", "est passé"),
        ("fr", "décalez le dîner à hier", "est passé"),
    ],
)
async def test_a_weekday_that_is_over_is_said_to_be(
    begin_talk: Callable[..., Talk], language: str, text: str, words: str
) -> None:
    answer = (await begin_talk(language).with_codes(DINNER).say(text))["answer"]
    assert words in answer
    assert await outcome() == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "can you change our dinner to this Friday"),
        ("en", "move my dinner to tomorrow"),
        ("en", "postpone our dinner to next Friday"),
        ("en", "put the dinner off to tomorrow"),
        ("en", "can we put our dinner off till tomorrow"),
        ("es", "cambia la cena a mañana"),
        ("es", "aplaza la cena hasta mañana"),
        ("fr", "décalez le dîner à demain"),
        ("fr", "remettez le dîner à demain"),
    ],
)
async def test_what_is_put_off_is_not_cancelled(
    begin_talk: Callable[..., Talk], language: str, text: str
) -> None:
    await begin_talk(language).with_codes(DINNER).say(text)
    assert await outcome() == [("change", BALLO, "proposed")]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["what have I booked?", "the massage one"]),
        ("en", ["what have I booked?", "the first one please"]),
        ("en", ["my bookings please", "the spa one"]),
        ("es", ["mis reservas", "la del masaje"]),
        ("fr", ["mes réservations", "celle du massage"]),
    ],
)
async def test_the_one_that_is_meant_of_a_list_is_shown(
    begin_talk: Callable[..., Talk], language: str, texts: list[str]
) -> None:
    answer = await begin_talk(language).with_codes(DINNER).say(*texts)
    assert answer["route"] == "bookings"
    assert SPA in answer["answer"]
    assert BALLO not in answer["answer"]
