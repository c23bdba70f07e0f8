"""One message asks for several things, or calls bookings by their names."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    WHO,
    Talk,
    dinner_at,
    evening,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "stay")

TWO_WISHES = "move dinner to 8pm and get me a late checkout"


@pytest.fixture
def stay(resort: Property) -> None:
    """Tables at Tuscany and Ballo, a massage, and three nights for $507."""
    values: dict[str, Any] = {"guest": factories.GuestFactory.create(property=resort)}
    dinner_at(resort, what="Todd English's Tuscany", **values)
    at_ballo = evening(resort, 4)
    dinner_at(
        resort,
        code="MS-2222",
        what="Ballo Italian Restaurant",
        starts_at=at_ballo,
        **values,
    )
    dinner_at(
        resort,
        kind=Reservation.Kind.SPA,
        code="MS-3333",
        what="Swedish massage at Mandara Spa",
        starts_at=at_ballo - timedelta(hours=4),
        **values,
    )
    arrival = evening(resort, 1).replace(hour=16)
    leaving = (arrival + timedelta(days=3)).replace(hour=11)
    room_at(resort, starts_at=arrival, ends_at=leaving, amount=507, **values)


async def outcome() -> set[str]:
    """Of each request: “cancel Todd waiting”, with the new time and party, if any."""
    rows = Request.objects.select_related("reservation")
    return await database_threads.run(lambda: {_line(row) for row in rows})


def _line(row: Request) -> str:
    what = row.reservation.what.split()[0] if row.reservation else "-"
    clock = str(row.wish.get("starts_at", ""))[11:16] or row.wish.get("until", "")
    values = [row.kind, what, row.status, clock, str(row.wish.get("party", ""))]
    return " ".join(filter(None, values))


@pytest.mark.parametrize(
    ("texts", "result"),
    [
        (["cancel the ballo one"], {"cancel Ballo proposed"}),
        (
            ["cancel the massage", "yes but not the dinner"],
            {"cancel Swedish proposed"},
        ),
        (["I don't want the massage anymore"], {"cancel Swedish proposed"}),
        (
            ["tell me about my ballo booking", "we don't want it anymore"],
            {"cancel Ballo proposed"},
        ),
        (
            ["cancel ballo and tuscany", "ja, bitte"],
            {"cancel Ballo waiting", "cancel Todd waiting"},
        ),
        (
            ["cancel my dinner", "both", "nein danke"],
            {"cancel Ballo withdrawn", "cancel Todd withdrawn"},
        ),
        (
            ["cancel tuscany and get me a late checkout until 1pm", "yes"],
            {"cancel Todd waiting", "late_checkout Deluxe waiting 13:00"},
        ),
        (
            ["cancel tuscany and get me a late checkout", "until 1pm", "yes to both"],
            {"cancel Todd waiting", "late_checkout Deluxe waiting 13:00"},
        ),
        (
            ["cancel ballo and tuscany", "yes", "take them back"],
            {"cancel Ballo withdrawn", "cancel Todd withdrawn"},
        ),
        (
            ["move tuscany to 8", "7pm for 10"],
            {"change Todd proposed 19:00 10"},
        ),
        (
            ["move tuscany to 9pm", "doch lieber um acht"],
            {"change Todd proposed 20:00"},
        ),
        (["cancel golden dragon"], set()),
        (["cancel everything the day after tomorrow"], set()),
        (["cancel everything this afternoon"], set()),
        (["cancel everything this weekend"], set()),
        (["cancel everything except tonight"], set()),
        (["cancel my dinner", "both but not tonight"], set()),
        (
            ["the tv in room 1204 is broken", "yes", "no need to come tomorrow"],
            {"service - waiting"},
        ),
        (
            [TWO_WISHES, "the ballo one, for 500 people", "yes"],
            {"change Ballo proposed 20:00"},
        ),
        (
            ["cancel tuscany and get me a late checkout", "no"],
            {"cancel Todd withdrawn"},
        ),
        (
            [
                "move tuscany to 9pm",
                "yes",
                "make tuscany 8pm and get me a late checkout at 1pm",
                "yes",
            ],
            {
                "change Todd withdrawn 21:00",
                "change Todd waiting 20:00",
                "late_checkout Deluxe waiting 13:00",
            },
        ),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else "",
)
async def test_it_proposes_what_is_meant(
    texts: list[str], result: set[str], talk: Talk
) -> None:
    await talk.with_codes(DINNER).say(*texts)
    assert await outcome() == result


async def test_two_questions_that_are_asked_again_stay_two(talk: Talk) -> None:
    guest = talk.with_codes(DINNER)
    first = (await guest.say(TWO_WISHES))["answer"]
    answers = [(await guest.say(TWO_WISHES))["answer"] for _ in range(2)]
    assert answers == [first, first]
    last = (await guest.say("the ballo one", "yes"))["answer"]
    await guest.say("until 1pm", "yes")
    assert last.count("?") == 1
    assert await outcome() == {
        "change Ballo waiting 20:00",
        "late_checkout Deluxe waiting 13:00",
    }


async def test_what_is_asked_besides_is_answered_too(talk: Talk) -> None:
    text = "cancel ballo and how much is parking?"
    answer = (await talk.with_codes(DINNER).say(text))["answer"]
    assert "parking" in answer.lower()
    assert await outcome() == {"cancel Ballo proposed"}


async def test_a_stranger_is_asked_who_he_is(talk: Talk) -> None:
    assert "reservation code" in (await talk.say("cancel the ballo one"))["answer"]
    await talk.say(WHO)
    assert await outcome() == {"cancel Ballo proposed"}


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        (
            "en",
            "how many nights am I staying and whats the total",
            "3 nights, $169 per night, $507 in total",
        ),
        ("es", "¿cuántas noches me quedo?", "3 noches, $169 por noche"),
    ],
)
async def test_nights_and_their_price_are_worked_out(
    language: str, text: str, words: str, begin_talk: Any
) -> None:
    result = await begin_talk(language).with_codes(DINNER).say(text)
    assert words in result["answer"]
    assert result["citations"][0]["quote"] == "$507"


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "how many nights do I have left", "2 nights left; you check out on"),
        ("es", "¿cuántas noches me quedan?", "noches que quedan: 2 noches"),
        ("fr", "combien de nuits il nous reste", "il reste 2 nuits"),
    ],
)
async def test_nights_that_are_over_are_not_left(
    language: str, text: str, words: str, begin_talk: Any
) -> None:
    rooms = Reservation.objects.filter(kind=Reservation.Kind.ROOM)
    room = await rooms.aget()
    begun = {"starts_at": room.starts_at - timedelta(days=2)}
    begun["ends_at"] = room.starts_at + timedelta(days=1)
    await rooms.aupdate(**begun)
    result = await begin_talk(language).with_codes(DINNER).say(text)
    assert words in result["answer"]


@pytest.mark.parametrize(
    "texts",
    [
        ["late checkout plz 2pm and 4 extra towels", "room 1204"],
        ["late checkout at 2pm please", "y también cuatro toallas", "room 1204"],
    ],
)
async def test_towels_without_a_verb_are_a_wish_of_their_own(
    texts: list[str], talk: Talk
) -> None:
    await talk.with_codes("MS-ROOM1").say(*texts)
    lines = {line.split()[0] for line in await outcome()}
    assert lines == {"late_checkout", "service"}
