"""A short wish means the booking that was just shown, or the only one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
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
    only_request,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "dinner")


@pytest.fixture
def more(resort: Property, dinner: Reservation) -> Reservation:
    """A room of the guest who has the dinner, with a show and a massage."""
    dinner.guest = factories.GuestFactory.create(property=resort)
    dinner.save()
    spa = factories.AmenityFactory.create(
        property=resort, name="Calm Spa", hours=["0-6 09:00-20:00"]
    )
    rows: list[dict[str, Any]] = [
        {"kind": "ticket", "code": "MS-SHOW1", "what": "Laughs at Nine"},
        {"kind": "spa", "code": "MS-SPA1", "what": "Massage", "item": spa},
    ]
    for values in rows:
        dinner_at(resort, guest=dinner.guest, starts_at=evening(resort, 4), **values)
    return room_at(resort, guest=dinner.guest)


@pytest.mark.parametrize(
    ("words", "kind", "party", "clock"),
    [
        ("cancel please", "cancel", None, None),
        ("also cancel it", "cancel", None, None),
        ("make it 12 people", "change", 12, None),
        ("make it 9pm", "change", None, 21),
        ("can we do 8 instead of teh booked time", "change", None, 20),
        ("dinner tonight\ncan we do 8:30\n4 of us", "change", 4, 20),
        ("dinner\nmove it to 9\npls", "change", None, 21),
        ("lunch at 1 instead", "change", None, 13),
    ],
)
async def test_it_is_of_the_only_booking(
    words: str, kind: str, party: int | None, clock: int | None, talk: Talk
) -> None:
    await talk.with_codes(DINNER).say(words)
    request = await only_request()
    assert (request.kind, request.wish.get("party")) == (kind, party)
    starts_at = request.wish.get("starts_at")
    hour = datetime.fromisoformat(starts_at).hour if starts_at else None
    assert hour == clock


async def test_it_is_of_the_booking_just_shown(
    talk: Talk, dinner: Reservation, resort: Property
) -> None:
    values = {"code": "MS-2222", "what": "Tuscany", "starts_at": evening(resort, 4)}
    await database_threads.run(lambda: dinner_at(resort, **values))
    talk = talk.with_codes(DINNER, "MS-2222")
    await talk.say("when is my dinner at Tuscany?", "make it 12 people")
    request = await only_request()
    assert request.reservation != dinner


@pytest.mark.parametrize("before", ["show my bookings", "is there a gym?"])
async def test_it_is_asked_which_of_several(
    before: str, talk: Talk, resort: Property
) -> None:
    values = {"code": "MS-2222", "what": "Tuscany", "starts_at": evening(resort, 4)}
    tuscany = await database_threads.run(lambda: dinner_at(resort, **values))
    talk = talk.with_codes(DINNER, "MS-2222")
    answer = await talk.say(before, "cancel please")
    assert answer["answer"].startswith("Which one do you mean?")
    await talk.say("the second one")
    assert (await only_request()).reservation == tuscany


@pytest.mark.parametrize(
    ("words", "status"),
    [("cancel my table", "proposed"), ("yes, cancel my table", "waiting")],
)
async def test_it_is_sent_by_a_yes_alone(words: str, status: str, talk: Talk) -> None:
    await talk.with_codes(DINNER).say("cancel my table", words)
    assert (await only_request()).status == status


@pytest.mark.parametrize(
    ("language", "wish", "status"),
    [
        ("en", "cancel my table", "waiting"),
        ("es", "cancela mi cena", "proposed"),
        ("fr", "annulez mon dîner", "proposed"),
    ],
)
async def test_a_letter_is_a_yes_in_english_alone(
    begin_talk: Callable[..., Talk], language: str, wish: str, status: str
) -> None:
    await begin_talk(language).with_codes(DINNER).say(wish, "y")
    assert (await only_request()).status == status


@pytest.mark.parametrize("words", ["si porfa", "sí, envíalo porfis", "porfa sí"])
async def test_a_yes_with_a_short_please_sends(
    words: str, begin_talk: Callable[..., Talk]
) -> None:
    await begin_talk("es").with_codes(DINNER).say("cancela mi cena", words)
    assert (await only_request()).status == "waiting"


@pytest.mark.parametrize(
    ("language", "words", "answer"),
    [
        ("en", "send the request", "Nothing of yours is waiting"),
        ("en", "yes please submit my request", "Nothing of yours is waiting"),
        ("en", "ok thanks, pass the request on", "Nothing of yours is waiting"),
        ("es", "envía la solicitud porfa", "ninguna solicitud suya pendiente"),
        ("fr", "ok merci envoie la demande", "Aucune demande de votre part"),
    ],
)
async def test_who_has_nothing_sent_reads_that_nothing_waits(
    language: str, words: str, answer: str, begin_talk: Callable[..., Talk]
) -> None:
    result = await begin_talk(language).with_codes(DINNER).say(words)
    assert answer in result["answer"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "cancel it. actually no dont"),
        ("en", "cancel my dinner... never mind"),
        ("es", "cancela mi cena... mejor no"),
        ("fr", "annulez mon dîner. non, finalement pas"),
    ],
)
async def test_what_is_called_off_at_once_is_not_proposed(
    language: str, words: str, begin_talk: Callable[..., Talk]
) -> None:
    talk = begin_talk(language).with_codes(DINNER)
    question = {"en": "when is my dinner?", "es": "¿cuándo es mi cena?"}
    await talk.say(question.get(language, "quand est mon dîner ?"), words)
    assert not await database_threads.run(Request.objects.exists)


async def test_an_excuse_calls_nothing_off(talk: Talk) -> None:
    await talk.with_codes(DINNER).say("cancel my dinner. sorry")
    assert (await only_request()).status == "proposed"


async def test_a_code_alone_is_asked_for_the_name(talk: Talk) -> None:
    answer = await talk.say("ROOM4821")
    assert answer["route"] == "bookings"
    assert "name" in answer["answer"]


async def test_staff_read_when_the_guest_wants_a_call(talk: Talk) -> None:
    await talk.say("Can someone call me at 6pm, 860 555 0142?", "yes")
    wish = (await only_request()).wish
    assert wish["phone"] == "860 555 0142"
    assert "at 6pm" in wish["note"]


@pytest.mark.parametrize(
    ("language", "words", "kind"),
    [
        ("en", "MS-4F7K Alvarez, move it to 8:30", "change"),
        ("en", "MS-4F7K alvarez. could you cancel it please?", "cancel"),
        ("en", "my code is MS-4F7K, Alvarez, make it 4 people please", "change"),
        ("es", "MS-4F7K Alvarez, cámbiala a las 8:30", "change"),
        ("fr", "MS-4F7K Alvarez, annulez-la", "cancel"),
    ],
)
async def test_after_a_code_it_is_the_booking_of_the_code(
    language: str,
    words: str,
    kind: str,
    begin_talk: Callable[..., Talk],
    more: Reservation,
) -> None:
    await begin_talk(language).say(words)
    request = await only_request()
    assert request.kind == kind
    assert request.reservation
    assert request.reservation.guest_id == more.guest_id
    assert request.reservation.code == DINNER


@pytest.mark.usefixtures("more")
async def test_after_a_code_when_it_is_asks_for_that_booking(talk: Talk) -> None:
    answer = (await talk.say("MS-4F7K Alvarez, when is it?"))["answer"]
    assert "Ballo" in answer
    assert "Deluxe Room" not in answer


@pytest.mark.usefixtures("more")
@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["cancel my booking", "MS-4F7K Alvarez, the dinner"]),
        ("en", ["cancel my booking", "MS-4F7K Alvarez", "MS-4F7K Alvarez, the dinner"]),
        ("es", ["cancelar mi reserva", "MS-4F7K Alvarez, la cena"]),
        ("fr", ["annulez ma réservation", "MS-4F7K Alvarez, le dîner"]),
    ],
)
async def test_after_a_code_stands_which_one_is_meant(
    language: str, texts: list[str], begin_talk: Callable[..., Talk]
) -> None:
    talk = begin_talk(language)
    await talk.say(*texts)
    assert (await only_request()).kind == "cancel"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "move it to 8:30"),
        ("en", "can you make it 8:30 instead?"),
        ("en", "push it to 8:30pm please"),
        ("es", "cámbiala a las 8:30"),
        ("fr", "décalez-la à 20h30"),
    ],
)
async def test_an_hour_is_for_the_only_one_that_can_have_it(
    language: str,
    words: str,
    begin_talk: Callable[..., Talk],
    dinner: Reservation,
    more: Reservation,
) -> None:
    """The massage is of a spa that is closed then, and nobody moves a show."""
    await begin_talk(language).with_codes(more.code, DINNER).say(words)
    request = await only_request()
    assert request.reservation == dinner
    assert "T20:30" in request.wish["starts_at"]


async def test_of_two_that_can_have_an_hour_he_is_asked_which(
    talk: Talk, more: Reservation
) -> None:
    answer = (await talk.with_codes(more.code, DINNER).say("move it to 6pm"))["answer"]
    assert "1. Ballo" in answer
    assert "2. Massage" in answer
    assert "3." not in answer
