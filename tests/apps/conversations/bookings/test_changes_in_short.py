"""Guests change a booking in few words: the part of the day, or the day's number."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    ROOM,
    Talk,
    dinner_at,
    evening,
    only_request,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort")


@pytest.fixture
def massage(resort: Property) -> Reservation:
    values = {"kind": Reservation.Kind.SPA, "what": "Massage"}
    return dinner_at(resort, starts_at=evening(resort).replace(hour=11), **values)


@pytest.mark.usefixtures("massage")
@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["can you move the massage to the afternoon, like 4?"]),
        ("en", ["when is my massage?", "can we push it to the afternoon, around 4"]),
        ("es", ["¿cuándo es mi masaje?", "lo puedo pasar para la tarde, tipo 4?"]),
        ("fr", ["quand est mon massage ?", "on peut le passer à 16h ?"]),
    ],
)
async def test_an_hour_is_of_the_part_of_the_day(
    language: str, texts: list[str], begin_talk: Callable[..., Talk]
) -> None:
    await begin_talk(language).with_codes(DINNER).say(*texts)
    request = await only_request()
    assert (request.kind, request.wish["starts_at"][11:16]) == ("change", "16:00")


@pytest.mark.usefixtures("massage")
async def test_a_new_table_is_no_answer_to_what_should_be_different(talk: Talk) -> None:
    await talk.with_codes(DINNER).say("change my massage")
    await talk.say("get us a table for 6 at Tuscany tomorrow 7pm")
    assert not await database_threads.run(Request.objects.exists)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "move ballo to the {day}th"),
        ("en", "can we do my dinner on the {day}th instead?"),
        ("es", "cambia mi cena para el {day}"),
        ("fr", "déplacez mon dîner pour le {day}"),
    ],
)
async def test_a_day_is_named_by_its_number(
    language: str, words: str, begin_talk: Callable[..., Talk], dinner: Reservation
) -> None:
    zone = dinner.property.zone
    days = (timezone.now().astimezone(zone) + timedelta(days=n) for n in range(4, 24))
    day = next(own for own in days if 4 <= own.day <= 20)
    await begin_talk(language).with_codes(DINNER).say(words.format(day=day.day))
    starts_at = datetime.fromisoformat((await only_request()).wish["starts_at"])
    assert (starts_at.date(), starts_at.hour) == (day.date(), 19)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["no longer need the second dinner"]),
        ("en", ["show my bookings", "cancel the second dinner"]),
        ("en", ["cancel my last dinner please"]),
        ("es", ["cancela la segunda cena"]),
        ("fr", ["annulez le deuxième dîner"]),
    ],
)
async def test_the_second_dinner_is_no_first_one(
    language: str,
    texts: list[str],
    begin_talk: Callable[..., Talk],
    massage: Reservation,
    resort: Property,
) -> None:
    def book() -> Reservation:
        dinner_at(resort, code="MS-1111", guest=massage.guest)
        values = {"what": "Tuscany", "starts_at": evening(resort, 5)}
        return dinner_at(resort, code="MS-2222", guest=massage.guest, **values)

    tuscany = await database_threads.run(book)
    talk = begin_talk(language).with_codes(DINNER, "MS-1111", "MS-2222")
    await talk.say(*texts)
    assert (await only_request()).reservation == tuscany


@pytest.mark.parametrize(
    ("texts", "until"),
    [
        (["hang on to the room til 3"], "15:00"),
        (["late checkout please", "until midnight then"], "00:00"),
        (["salida tardía", "hasta medianoche"], "00:00"),
    ],
)
async def test_a_room_that_is_kept_until_an_hour_is_a_late_checkout(
    texts: list[str], until: str, talk: Talk, resort: Property
) -> None:
    await database_threads.run(lambda: room_at(resort))
    await talk.with_codes(ROOM).say(*texts)
    assert (await only_request()).wish["until"] == until


async def test_nobody_is_no_hour(talk: Talk, resort: Property) -> None:
    await database_threads.run(lambda: dinner_at(resort))
    texts = ("change dinner to 400 people", "make it 0 then")
    answer = (await talk.with_codes(DINNER).say(*texts))["answer"]
    assert "at least one person" in answer
    assert not await database_threads.run(Request.objects.exists)
