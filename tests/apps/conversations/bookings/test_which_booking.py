"""Of several bookings, the guest is asked which one he means."""

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
    SHOW,
    Talk,
    dinner_at,
    evening,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort")


async def only() -> Request:
    rows = Request.objects.select_related("reservation__property", "property")
    return await database_threads.run(rows.get)


async def outcome() -> list[tuple[str, int | None, str]]:
    """Kind, booking and status of each request, by booking."""
    rows = Request.objects.order_by("reservation__starts_at")
    values = rows.values_list("kind", "reservation", "status")
    return await database_threads.run(lambda: list(values))


def ids(bookings: list[Reservation]) -> list[int]:
    return [booking.pk for booking in bookings]


@pytest.fixture
def several(resort: Property) -> list[Reservation]:
    """Two dinners and a stay of one guest."""
    guest = factories.GuestFactory.create(property=resort)
    values: dict[str, Any] = {"guest": guest}
    return [
        dinner_at(resort, **values),
        dinner_at(
            resort,
            code="MS-2222",
            what="Tuscany",
            starts_at=evening(resort, 4),
            **values,
        ),
        room_at(resort, **values),
    ]


@pytest.mark.parametrize(
    "words", ["cancel MS-2222", "please cancel booking MS-2222 right now"]
)
async def test_who_has_proved_a_booking_may_call_it_by_its_code(
    words: str, talk: Talk, several: list[Reservation]
) -> None:
    await talk.with_codes(DINNER).say(words)
    assert await outcome() == [("cancel", several[1].pk, "proposed")]


@pytest.fixture
def with_massage(several: list[Reservation], resort: Property) -> Reservation:
    values: dict[str, Any] = {"guest": several[0].guest, "kind": Reservation.Kind.SPA}
    values |= {"code": "SPA31175", "what": "Swedish massage"}
    return dinner_at(resort, starts_at=evening(resort, 2), party=1, **values)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["SPA31175 alvarez, cancel my booking"]),
        ("en", ["please cancel my booking SPA31175, the name is Alvarez"]),
        ("en", ["cancel my appointment, code SPA31175, name alvarez"]),
        ("en", ["cancel SPA31175, alvarez"]),
        ("en", ["cancel my booking", "SPA31175", "alvarez"]),
        ("es", ["SPA31175 alvarez, cancela mi reserva"]),
        ("fr", ["SPA31175 alvarez. Annulez ma réservation"]),
    ],
)
async def test_the_code_beside_a_wish_says_which_booking_it_is_of(
    with_massage: Reservation,
    begin_talk: Callable[..., Talk],
    language: str,
    texts: list[str],
) -> None:
    await begin_talk(language).say(*texts)
    assert await outcome() == [("cancel", with_massage.pk, "proposed")]


@pytest.mark.parametrize(
    "words",
    [
        "SPA31175 alvarez, cancel my other booking",
        "SPA31175 alvarez, cancel my bookings",
        "MS-ROOM1 alvarez, cancel my booking",
    ],
)
async def test_a_code_that_says_no_such_thing_leaves_it_open(
    with_massage: Reservation, talk: Talk, words: str
) -> None:
    assert "Which one do you mean?" in (await talk.say(words))["answer"]
    assert await outcome() == []


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ("the second one", 1),
        ("the first", 0),
        ("Tuscany please", 1),
        ("2", 1),
        ("the last one", 1),
        ("la segunda", 1),
        ("the one on {day}", 1),
    ],
)
async def test_of_several_the_guest_is_asked_which(
    answer: str, place: int, talk: Talk, several: list[Reservation], resort: Property
) -> None:
    question = (await talk.with_codes(DINNER).say("Cancel my dinner"))["answer"]
    assert question.startswith("Which one do you mean?")
    assert "Deluxe Room" not in question
    day = f"{evening(resort, 4):%A}"
    await talk.say(answer.format(day=day))
    assert (await only()).reservation == several[place]


async def test_of_both_dinners_only_the_dinners_are_proposed(
    talk: Talk, several: list[Reservation]
) -> None:
    await talk.with_codes(DINNER).say("cancel both dinners")
    assert await outcome() == [("cancel", pk, "proposed") for pk in ids(several[:2])]
    await talk.say("yes please")
    assert await outcome() == [("cancel", pk, "waiting") for pk in ids(several[:2])]


async def test_one_that_fits_needs_no_question(
    talk: Talk, several: list[Reservation]
) -> None:
    await talk.with_codes(DINNER).say("Cancel my table at Tuscany")
    assert (await only()).reservation == several[1]


async def test_none_that_fits_is_said_with_those_there_are(
    talk: Talk, several: list[Reservation]
) -> None:
    answer = (await talk.with_codes(DINNER).say("Cancel my massage"))["answer"]
    assert "no such booking" in answer
    assert "Tuscany" in answer


async def test_a_late_checkout_is_of_the_room(
    talk: Talk, several: list[Reservation]
) -> None:
    ask = await talk.with_codes(DINNER).say("Can I get a late checkout?")
    assert "Your checkout is 11:00 AM" in ask["answer"]
    assert "no later" in (await talk.say("at 10 am"))["answer"]
    await talk.say("until 2")
    request = await only()
    assert (request.kind, request.wish["until"]) == ("late_checkout", "14:00")
    assert request.reservation == several[2]
    assert request.wish["words"] == "until 2:00 PM"


async def test_an_early_check_in(talk: Talk, several: list[Reservation]) -> None:
    await talk.with_codes(DINNER).say("Could we check in at 1pm?")
    request = await only()
    assert (request.kind, request.wish["from"]) == ("early_checkin", "13:00")


async def test_of_a_code_of_what_is_over_it_means_that(
    talk: Talk, several: list[Reservation], resort: Property
) -> None:
    values: dict[str, Any] = {"guest": several[0].guest, "code": "MS-9999"}
    values |= {"what": "Old Show", "starts_at": evening(resort, -4)}
    await database_threads.run(
        lambda: dinner_at(resort, state=Reservation.State.COMPLETED, **values)
    )
    answer = (await talk.say("my code is MS-9999, name's Alvarez"))["answer"]
    assert "Old Show" in answer
    assert "completed" in answer
    answer = (await talk.say("cancel it"))["answer"]
    assert "Old Show" in answer
    assert await outcome() == []


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["cancel my room", "never mind", "what time is dinner?"]),
        ("en", ["when do we check in?", "and what time is dinner?"]),
        ("es", ["cancelar mi habitación", "mejor no", "¿a qué hora es la cena?"]),
        ("fr", ["annulez ma chambre", "non merci", "à quelle heure est le dîner ?"]),
    ],
)
async def test_a_question_about_another_booking_goes_on_to_that_one(
    several: list[Reservation],
    begin_talk: Callable[..., Talk],
    language: str,
    texts: list[str],
) -> None:
    guest = begin_talk(language).with_codes(DINNER)
    assert several[1].what in (await guest.say(*texts))["answer"]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "en",
            ["cancel my booking", "dinner and show, and get me a late checkout at 1"],
        ),
        (
            "en",
            ["cancel my booking", "the show and the dinner, also late checkout at 1"],
        ),
        (
            "es",
            ["cancelar mi reserva", "la cena y el show, y salida tarde a las 13:00"],
        ),
    ],
)
async def test_those_that_are_meant_come_before_what_else_is_wanted(
    resort: Property,
    begin_talk: Callable[..., Talk],
    language: str,
    texts: list[str],
) -> None:
    def booked() -> None:
        values = {"guest": factories.GuestFactory.create(property=resort)}
        dinner_at(resort, **values)
        room_at(resort, **values)
        show: dict[str, Any] = {"kind": Reservation.Kind.TICKET, "code": SHOW}
        dinner_at(resort, what="Laughs at Nine", **show, **values)

    await database_threads.run(booked)
    result = await begin_talk(language).with_codes(DINNER).say(*texts)
    assert result["route"] == "bookings"
    kinds = sorted(kind for kind, _, _ in await outcome())
    assert kinds == ["cancel", "cancel", "late_checkout"]


async def test_which_one_and_a_question_are_both_answered(
    several: list[Reservation], talk: Talk
) -> None:
    guest = talk.with_codes(DINNER)
    question = "the room, and is there parking?"
    answer = (await guest.say("cancel my booking", question))["answer"]
    assert "free" in answer
    assert await outcome() == [("cancel", several[2].pk, "proposed")]
