"""A guest who is asked something says something else: neither is lost or sent wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.concierge.bookings import BookingReply
from apps.conversations.turns.bookings.requests import joined_replies
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    ROOM,
    SHOW,
    Talk,
    dinner_at,
    evening,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "stay")
CODES = (DINNER, ROOM, SHOW)


@pytest.fixture
def stay(resort: Property) -> None:
    """A table, a show, and a room from tomorrow."""
    dinner_at(resort, what="Ballo")
    show = {"kind": Reservation.Kind.TICKET, "code": SHOW, "what": "Stand-up"}
    dinner_at(resort, starts_at=evening(resort, 2), **show)
    room_at(resort)


async def outcome() -> set[str]:
    """Of each request: “change Ballo waiting 21:00 4”."""
    rows = Request.objects.select_related("reservation")
    return await database_threads.run(lambda: {_line(row) for row in rows})


def _line(row: Request) -> str:
    wish = row.wish
    clock = str(wish.get("starts_at", ""))[11:16] or wish.get("until", "")
    what = row.reservation.what if row.reservation else "-"
    words = [row.kind, what, row.status, clock, str(wish.get("party", ""))]
    return " ".join(filter(None, words))


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("change to 4 people", "and late checkout 1pm", "yes", "the dinner")),
        (
            "es",
            ("cambiar a 4 personas", "y salida tardía a la 1", "sí", "la cena"),
        ),
        (
            "fr",
            (
                "changer pour 4 personnes",
                "et un départ tardif à 13h",
                "oui",
                "le dîner",
            ),
        ),
    ],
)
async def test_it_asks_again_which_booking_after_another_wish(
    begin_talk: Callable[..., Talk], language: str, texts: tuple[str, ...]
) -> None:
    guest = begin_talk(language).with_codes(*CODES)
    first, beside, yes, _ = [await guest.say(text) for text in texts]
    assert await outcome() == {
        "late_checkout Deluxe Room waiting 13:00",
        "change Ballo proposed 4",
    }
    for answer in (first, beside, yes):
        assert "Stand-up" in answer["answer"]


async def test_it_puts_another_time_beside_the_choice_into_the_change(
    talk: Talk,
) -> None:
    await talk.with_codes(*CODES).say("change to 4 people", "the dinner, at 9")
    assert await outcome() == {"change Ballo proposed 21:00 4"}


async def test_it_keeps_what_replaces_a_request_beside_another_wish(talk: Talk) -> None:
    guest = talk.with_codes(*CODES)
    await guest.say("move my dinner to 9pm", "yes", "actually make it 4 people too")
    answer = await guest.say("and can i get a late checkout till 1?")
    assert "4 people" in answer["answer"]
    await guest.say("yes send it")
    assert await outcome() == {
        "change Ballo withdrawn 21:00",
        "change Ballo waiting 21:00 4",
        "late_checkout Deluxe Room waiting 13:00",
    }


async def test_it_cancels_what_is_booked_on_the_day_that_is_named(
    resort: Property, talk: Talk
) -> None:
    late = evening(resort, 0).replace(hour=23, minute=59)
    values = {"code": "MS-LATE1", "what": "Tuscany", "starts_at": late}
    await database_threads.run(lambda: dinner_at(resort, **values))
    guest = talk.with_codes(*CODES, "MS-LATE1")
    await guest.say("cancel everything tonight")
    assert await outcome() == {"cancel Tuscany proposed"}
    await guest.say("actually keep it", "make it tomorrow at 9 instead")
    assert await outcome() == {
        "cancel Tuscany withdrawn",
        "change Tuscany proposed 21:00",
    }


async def test_it_takes_a_question_for_no_note_on_a_complaint(talk: Talk) -> None:
    guest = talk.with_codes(*CODES)
    complaint = "we sat for an hour at the buffet and nobody came"
    await guest.say(f"I want to complain, {complaint}")
    for question in ("is the pool open on christmas eve", "may i bring my own wine"):
        answer = await guest.say(question)
        assert answer["route"] != "bookings"
    request = await database_threads.run(Request.objects.get)
    assert "note" not in request.wish


@pytest.mark.parametrize(
    "text", ["make it 9", "mejor a las 9", "I want the penthouse for new years eve"]
)
async def test_it_asks_no_code_for_what_may_be_new(talk: Talk, text: str) -> None:
    assert (await talk.say(text))["route"] != "bookings"


async def test_it_says_what_still_waits_after_a_no_to_a_question(talk: Talk) -> None:
    guest = talk.with_codes(*CODES)
    await guest.say("late checkout 1pm please", "change my dinner to another time")
    answer = await guest.say("never mind")
    assert "Late checkout" in answer["answer"]
    assert await outcome() == {"late_checkout Deluxe Room proposed 13:00"}
    await guest.say("yes")
    assert await outcome() == {"late_checkout Deluxe Room waiting 13:00"}


async def test_one_yes_replaces_two_requests_that_wait(talk: Talk) -> None:
    guest = talk.with_codes(*CODES)
    await guest.say("move my dinner to 9pm", "yes", "late checkout at 1pm", "yes")
    both = await guest.say("make dinner 8pm and late checkout at 2pm")
    assert both["answer"].count("send this instead?") == 2
    again = await guest.say("make it 2:30pm instead")
    assert "8:00" in again["answer"]
    await guest.say("yes")
    sent = {
        "change Ballo withdrawn 21:00",
        "change Ballo waiting 20:00",
        "late_checkout Deluxe Room withdrawn 13:00",
        "late_checkout Deluxe Room waiting 14:30",
    }
    assert await outcome() == sent
    which = await guest.say("make dinner 8:30pm and cancel my booking")
    assert "Which one do you mean?" in which["answer"]
    await guest.say("the show", "the dinner", "yes")
    assert await outcome() == sent | {"cancel Stand-up proposed"}


async def test_it_takes_a_further_wish_with_the_choice(talk: Talk) -> None:
    guest = talk.with_codes(*CODES)
    which = await guest.say("change to 4 people")
    assert "Which one do you mean?" in which["answer"]
    await guest.say("the dinner please, and could you also cancel the show for us")
    assert await outcome() == {
        "change Ballo proposed 4",
        "cancel Stand-up proposed",
    }
    await guest.say("yes")
    assert await outcome() == {"change Ballo waiting 4", "cancel Stand-up waiting"}


async def test_it_sends_no_values_that_the_guest_has_not_read(
    resort: Property, talk: Talk
) -> None:
    def more() -> None:
        dinner_at(resort, code="MS-LATE1", what="Tuscany", starts_at=evening(resort, 4))
        spa = {"kind": Reservation.Kind.SPA, "starts_at": evening(resort, 5)}
        dinner_at(resort, code="MS-SPA1", what="Deep massage", **spa)
        dinner_at(resort, code="MS-SPA2", what="Stone massage", **spa)

    await database_threads.run(more)
    guest = talk.with_codes(*CODES, "MS-LATE1", "MS-SPA1", "MS-SPA2")
    await guest.say("move dinner to 8 and cancel my massage")
    await guest.say("the Ballo one, for 500 people", "yes")
    assert not {line for line in await outcome() if "waiting" in line}
    both = await guest.say("the deep one")
    assert "8:00" in both["answer"]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("cancel my dinner", "late checkout at 1pm", "the dinner", "send it")),
        ("fr", ("annuler mon dîner", "un départ tardif à 13h", "le dîner", "envoyez")),
    ],
)
async def test_it_goes_on_with_the_others_after_the_one_that_is_named(
    begin_talk: Callable[..., Talk], language: str, texts: tuple[str, ...]
) -> None:
    guest = begin_talk(language).with_codes(*CODES)
    sent = await guest.say(*texts)
    late = "late_checkout Deluxe Room {} 13:00".format
    assert await outcome() == {"cancel Ballo waiting", late("proposed")}
    assert "Deluxe Room" in sent["answer"]
    await guest.say({"en": "yes", "fr": "oui"}[language])
    assert await outcome() == {"cancel Ballo waiting", late("waiting")}


async def test_it_changes_the_proposal_that_is_named_with_a_value(talk: Talk) -> None:
    guest = talk.with_codes(*CODES)
    await guest.say("change dinner to 9pm", "late checkout at 1pm", "the dinner at 8")
    late = "late_checkout Deluxe Room proposed 13:00"
    assert await outcome() == {"change Ballo proposed 20:00", late}


def test_one_yes_beside_a_question_is_for_all_that_was_proposed() -> None:
    dinner, massage = ({"request": name, "version": 1} for name in ("a", "b"))
    both = BookingReply("Both?", {"for": "confirmation", **massage, "also": [dinner]})
    question = BookingReply("Until when?", {"for": "details"})
    writer: Any = None  # no row is read
    expects = joined_replies.joined(writer, [both, question]).expects
    assert expects["for"] == "details"
    assert expects["also"] == [dinner, massage]
    assert expects["proposed_beside"]["also"] == [dinner, massage]
