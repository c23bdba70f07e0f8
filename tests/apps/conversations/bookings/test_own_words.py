"""Guests say what they want in words that no phrase was written for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from apps.concierge import replies
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    ROOM,
    Talk,
    only_request,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "dinner")


@pytest.mark.parametrize(
    ("words", "kind", "language"),
    [
        ("we wont be making it to dinner after all, sorry", "cancel", "en"),
        ("we decided to eat elsewhere so you can free up our table", "cancel", "en"),
        ("could we eat at half eight rather than at seven", "change", "en"),
        ("it's our anniversary, maybe a candle on the table", "note", "en"),
        ("my wife is allergic to shellfish, can the kitchen know", "note", "en"),
        ("could somebody give me a ring on 860 555 0142", "callback", "en"),
        ("toilet is blocked in 1204 and its disgusting", "service", "en"),
        ("nos es imposible ir a la cena", "cancel", "es"),
        ("le lavabo de la chambre 812 fuit", "service", "fr"),
    ],
)
async def test_it_is_passed_on(
    words: str, kind: str, language: str, talk: Talk, begin_talk: object
) -> None:
    assert callable(begin_talk)
    guest = begin_talk(language) if language != "en" else talk
    await guest.with_codes(DINNER).say(words)
    request = await only_request()
    assert (request.kind, request.status) == (kind, "proposed")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("is our table still on", "7:00"),
        ("remind me how many seats we have at dinner", "2 people"),
        ("do i have anything coming up", "7:00"),
    ],
)
async def test_it_is_told(words: str, part: str, talk: Talk) -> None:
    result = await talk.with_codes(DINNER).say(words)
    assert part in result["answer"]
    assert not await database_threads.run(Request.objects.exists)


async def test_it_is_gone_on_with_once_the_guest_is_known(talk: Talk) -> None:
    await talk.say("we wont be making it to dinner after all, sorry")
    await talk.say(f"{DINNER} Alvarez")
    assert (await only_request()).kind == "cancel"


@pytest.mark.parametrize(
    "words",
    [
        "what time does the steakhouse open",
        "how late is the spa open tonight",
        "what is there for kids",
        "can i book a table for tomorrow",
        "is there a gym?",
        "is late checkout possible at your hotel",
        "can i get towels at the spa?",
        "can we keep our bags somewhere after",
        "can they hold our bags after that",
        "where could one leave the suitcases once we are out of the room",
        "¿podemos dejar las maletas después de salir?",
        "peut-on laisser nos bagages après le départ ?",
        "we are vegetarians",
        "no forget it",
    ],
)
async def test_questions_about_the_resort_are_for_its_records(
    words: str, talk: Talk
) -> None:
    result = await talk.with_codes(DINNER).say(words)
    assert not result["requests"]
    assert "reservation code" not in result["answer"]
    assert replies.say("request_ask_room", "en") not in result["answer"]


async def test_what_is_said_besides_goes_to_the_team_as_a_note(talk: Talk) -> None:
    await talk.with_codes(DINNER).say("cancel my dinner, my wife broke her ankle")
    assert (await only_request()).wish["note"] == "my wife broke her ankle"


@pytest.mark.parametrize(
    ("words", "note", "party"),
    [
        ("move dinner to 8pm, window table if poss", "window table if poss", None),
        (
            "bump dinner to 8:15 with a booth if you can",
            "with a booth if you can",
            None,
        ),
        (
            "we'll be 10, it's grandma's 80th, window table if poss",
            "it's grandma's 80th, window table if poss",
            10,
        ),
        (
            "we'll be 4 at the dinner, and a highchair, candle would be great",
            "a highchair, candle would be great",
            4,
        ),
    ],
)
async def test_a_wish_beside_a_change_is_its_note(
    words: str, note: str, party: int | None, talk: Talk
) -> None:
    result = await talk.with_codes(DINNER).say(words)
    assert result["route"] == "bookings"
    request = await only_request()
    wish = request.wish
    assert (request.kind, wish["note"], wish.get("party")) == ("change", note, party)


async def test_a_code_and_a_name_are_no_note(talk: Talk) -> None:
    await talk.say(f"cancel my dinner, {DINNER}, the name is Alvarez, please")
    assert "note" not in (await only_request()).wish


async def test_the_time_that_is_replaced_is_not_the_new_one(talk: Talk) -> None:
    await talk.with_codes(DINNER).say("could we get 9 instead of 7 for dinner")
    assert "T21:00" in (await only_request()).wish["starts_at"]


async def test_a_question_and_a_wish_are_both_answered(talk: Talk) -> None:
    guest = talk.with_codes(DINNER)
    result = await guest.say("is my table still ok? running 20 min late")
    assert "7:00" in result["answer"]
    request = await only_request()
    assert (request.kind, request.wish["note"]) == ("note", "running 20 min late")


async def test_further_notes_of_a_booking_wait_beside_each_other(talk: Talk) -> None:
    guest = talk.with_codes(DINNER)
    await guest.say("we'd love a candle on the table", "yes")
    await guest.say("we need a high chair at dinner", "yes")
    kinds = await database_threads.run(
        lambda: list(Request.objects.values_list("kind", "status"))
    )
    assert kinds == [("note", "waiting")] * 2


async def test_what_is_also_to_be_done_is_no_withdrawal(talk: Talk) -> None:
    guest = talk.with_codes(DINNER)
    await guest.say("move my dinner to 9pm", "yes", "also cancel it")
    kinds = await database_threads.run(
        lambda: set(Request.objects.values_list("kind", "status"))
    )
    assert kinds == {("change", "waiting"), ("cancel", "proposed")}


async def test_the_same_is_asked_for_another_booking(
    talk: Talk, resort: Property
) -> None:
    await database_threads.run(room_at, resort)
    guest = talk.with_codes(DINNER, ROOM)
    await guest.say("cancel my dinner", "yes", "and the room too")
    kinds = await database_threads.run(
        lambda: set(Request.objects.values_list("reservation__kind", "status"))
    )
    assert kinds == {("table", "waiting"), ("room", "proposed")}


async def test_the_room_is_not_asked_for_twice(talk: Talk) -> None:
    await talk.say("the tv in room 1204 does not work", "yes")
    await talk.say("and could we get two more pillows please")
    rows = await database_threads.run(
        lambda: list(Request.objects.values_list("wish__room", flat=True))
    )
    assert rows == ["1204", "1204"]


async def test_a_yes_to_the_question_who_it_is_asks_again(talk: Talk) -> None:
    await talk.say("cancel my dinner")
    assert "reservation code" in (await talk.say("yes"))["answer"]


async def test_there_is_no_early_checkin_once_the_stay_has_begun(
    talk: Talk, resort: Property
) -> None:
    def begun() -> None:
        room = room_at(resort)
        room.starts_at = room.booked_at
        room.save()

    await database_threads.run(begun)
    answer = (await talk.with_codes(ROOM).say("early check in at noon"))["answer"]
    assert "already begun" in answer
    assert not await database_threads.run(Request.objects.exists)


async def test_one_of_several_is_kept_by_only(talk: Talk, resort: Property) -> None:
    await database_threads.run(room_at, resort)
    guest = talk.with_codes(DINNER, ROOM)
    await guest.say("cancel everything", "no, just the dinner")
    rows = await database_threads.run(
        lambda: set(Request.objects.values_list("reservation__kind", "status"))
    )
    assert rows == {("table", "proposed"), ("room", "withdrawn")}


@pytest.mark.parametrize(
    "words", ["just checking, when is my dinner?", "we just looked at the dinner menu"]
)
async def test_other_words_about_one_keep_them_all(
    words: str, talk: Talk, resort: Property
) -> None:
    await database_threads.run(room_at, resort)
    guest = talk.with_codes(DINNER, ROOM)
    await guest.say("cancel everything", words)
    statuses = await database_threads.run(
        lambda: list(Request.objects.values_list("status", flat=True))
    )
    assert statuses == ["proposed"] * 2


async def test_what_is_settled_cancels_no_booking(talk: Talk) -> None:
    guest = talk.with_codes(DINNER)
    await guest.say("the tv in room 1204 is dead", "yes")
    await guest.say("it works again, thanks, no need to come")
    kinds = await database_threads.run(
        lambda: set(Request.objects.values_list("kind", flat=True))
    )
    assert kinds == {"service"}


async def test_a_second_note_is_added_to_the_first(talk: Talk) -> None:
    guest = talk.with_codes(DINNER)
    await guest.say("we need a high chair at dinner")
    await guest.say("and my mother is in a wheelchair, tell the restaurant")
    note = (await only_request()).wish["note"]
    assert "high chair" in note
    assert "wheelchair" in note


@pytest.mark.parametrize("words", ["ms4321 alvarez", "Ms4321, Alvarez."])
async def test_a_code_may_be_typed_in_small_letters(
    words: str, talk: Talk, resort: Property
) -> None:
    await database_threads.run(lambda: room_at(resort, code="MS4321"))
    assert "Deluxe Room" in (await talk.say(words))["answer"]


async def test_what_is_no_room_is_not_taken_for_one(talk: Talk) -> None:
    await talk.say("we need more towels")
    answer = (await talk.say("and there is also no hot water"))["answer"]
    assert "Which room" in answer
    await talk.say("1204")
    assert (await only_request()).wish["room"] == "1204"


@pytest.mark.parametrize(
    "words", ["the kettle is broken, room 330", "the tv is dead, 330"]
)
async def test_the_room_may_stand_at_the_end(words: str, talk: Talk) -> None:
    await talk.say(words)
    assert (await only_request()).wish["room"] == "330"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Resérvame una mesa para 4 mañana"),
        ("fr", "réservez-moi une table pour demain"),
    ],
)
async def test_a_further_table_is_no_change_of_a_booking(
    begin_talk: Callable[..., Talk], language: str, text: str
) -> None:
    result = await begin_talk(language).with_codes(DINNER).say(text)
    assert result["route"] != "bookings"
    assert not await database_threads.run(Request.objects.exists)
