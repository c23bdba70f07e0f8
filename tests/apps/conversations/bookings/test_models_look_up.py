"""A model looks up the guest's bookings, for questions in words of any kind."""

from __future__ import annotations

from typing import Any

import pytest

from apps.conversations.models import Message
from apps.conversations.sharing.shown import may_be_shown
from apps.conversations.turns.bookings.records import lookups
from apps.infrastructure import database_threads
from apps.properties.models import FeatureFlag, Property
from apps.reservations.models import Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    WHO,
    Talk,
    dinner_at,
    room_at,
)
from tests.fakes.gemini import GeminiServer, Text
from tests.fakes.replies import Calls
from tests.model_fixtures import GOOD_MODELS

pytestmark = pytest.mark.usefixtures("closed_connections", "stay")
QUESTION = "Remind me how many of us I put down for that Italian thing"
# The passage behind those of the search.
FIRST = 4
WHO_ARE_YOU = "So that nobody else sees your bookings, I need two things."


@pytest.fixture
def stay(resort: Property) -> None:
    """The dinner of Álvarez, the room, and a dinner of somebody else."""
    dinner_at(resort, party=5)
    room_at(resort)
    dinner_at(resort, code="OTHER-77", family_name="Okafor", party=9, what="Zen")


@pytest.fixture
def model(gemini: GeminiServer) -> GeminiServer:
    gemini.structured = GOOD_MODELS
    return gemini


def look_up(**arguments: Any) -> Calls:
    return Calls((("my_bookings", arguments),))


def last_answer(talk: Talk) -> Message:
    messages = Message.objects.filter(conversation=talk.thread).select_related("turn")
    return messages.latest("created_at")


def bodies(server: GeminiServer) -> list[dict[str, Any]]:
    return [request.body for request in server.requests_for("stream")]


def outcomes(result: Any) -> list[str]:
    return [
        call["outcome"]
        for node in result["nodes"]
        for call in node["metadata"].get("tool_calls", ())
        if call["tool"] == "my_bookings"
    ]


async def test_an_unusual_question_is_answered_from_the_booking(
    talk: Talk, model: GeminiServer
) -> None:
    answer = f"You put down 5 people for Ballo. [{FIRST}]"
    model.script(look_up(about="party"), Text(answer))
    result = await talk.with_codes(DINNER).say(QUESTION)
    assert result["answer"] == "You put down 5 people for Ballo. [1]"
    [citation] = result["citations"]
    assert (citation["category"], citation["field"]) == ("booking", "party")
    assert citation["quote"] == "5 people"
    booking = await database_threads.run(Reservation.objects.get, code=DINNER)
    assert citation["updated_at"] == booking.updated_at.isoformat()


async def test_it_reads_what_is_proved_and_no_code(
    talk: Talk, model: GeminiServer
) -> None:
    call = look_up(kind="any", when="all", about="status")
    model.script(call, Text("Ballo is open 24 hours. [1]"))
    await talk.with_codes(DINNER).say(QUESTION)
    sent = str(bodies(model)[1])
    assert sent.count('kind="booking"') == 1
    assert "7:00 PM, 5 people, booked" in sent
    for private in (DINNER, "OTHER-77", "Okafor", "9 people", "Deluxe Room"):
        assert private not in sent
    assert not may_be_shown(await database_threads.run(last_answer, talk))


async def test_a_time_that_is_not_in_the_booking_is_caught(
    talk: Talk, model: GeminiServer
) -> None:
    invented = Text(f"Your dinner at Ballo is at 9:15 PM. [{FIRST}]")
    right = Text(f"Your dinner at Ballo is at 7:00 PM. [{FIRST}]")
    model.script(look_up(), invented, right)
    result = await talk.with_codes(DINNER).say(QUESTION)
    assert result["answer"] == "Your dinner at Ballo is at 7:00 PM. [1]"


async def test_who_has_proved_nothing_is_asked_who_he_is(
    talk: Talk, model: GeminiServer
) -> None:
    model.script(look_up(about="party"))
    result = await talk.say(QUESTION)
    assert result["answer"].startswith(WHO_ARE_YOU)
    assert "5 people" not in str(bodies(model))
    assert len(bodies(model)) == 1
    answer = (await talk.say(WHO))["answer"]
    assert "5 people" in answer


async def test_requests_of_the_conversation_need_no_proof(
    talk: Talk, model: GeminiServer
) -> None:
    await talk.say("Two towels to room 1204, please", "yes")
    answer = f"Your towels are with the team. [{FIRST}]"
    model.script(look_up(about="requests"), Text(answer))
    result = await talk.say("What do they make of the bath linen?")
    assert result["citations"][0]["field"] == "state"
    assert "with the team, who have not answered yet" in str(bodies(model)[1])


@pytest.mark.parametrize(
    "arguments",
    [
        {"code": "OTHER-77"},
        {"about": "party", "family_name": "Okafor"},
        {"kind": "OTHER-77"},
        {"kind": "room'; SELECT * FROM reservations_reservation; --"},
        {"when": "x" * 10_000},
        {"about": ["party", "time"]},
        {"kind": {"not": "room"}},
    ],
)
async def test_other_arguments_give_nothing(
    talk: Talk, model: GeminiServer, arguments: dict[str, Any]
) -> None:
    model.script(look_up(**arguments), Text("Ballo is open 24 hours. [1]"))
    result = await talk.with_codes(DINNER).say(QUESTION)
    assert outcomes(result) == ["refused"]
    assert 'kind="booking"' not in str(bodies(model))
    assert result["answer"] == "Ballo is open 24 hours. [1]"


@pytest.mark.parametrize("key", ["bookings", "tools"])
async def test_it_is_not_offered_where_the_property_says_so(
    resort: Property, talk: Talk, model: GeminiServer, key: str
) -> None:
    await FeatureFlag.objects.acreate(property=resort, key=key, is_on=False)
    model.script(Text("Ballo is open 24 hours. [1]"))
    await talk.with_codes(DINNER).say(QUESTION)
    assert "my_bookings" not in str(bodies(model)[0])


async def test_without_a_model_no_row_is_read(
    without_key: None,
    talk: Talk,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lookups, "rows", refused)
    result = await talk.with_codes(DINNER).say(QUESTION)
    assert outcomes(result) == []


def refused(*_: Any) -> None:
    raise AssertionError("bookings are read")
