"""A proposal that the guest has not answered yet waits, whatever is said in between."""

from __future__ import annotations

import pytest

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    WHO,
    Talk,
    dinner_at,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "stay")
LATE = "could we check out at 2pm"


@pytest.fixture
def stay(resort: Property) -> None:
    owner = factories.GuestFactory.create(property=resort)
    dinner_at(resort, guest=owner)
    room_at(resort, guest=owner)


async def statuses() -> dict[str, str]:
    """By the kind of request."""
    rows = Request.objects.values_list("kind", "status")
    return dict(await database_threads.run(list, rows))


async def test_one_yes_sends_what_was_proposed_before_as_well(talk: Talk) -> None:
    await talk.say(WHO, "cancel my dinner")
    answer = (await talk.say(LATE))["answer"]
    assert "not sent yet either: Cancellation: Ballo" in answer
    result = await talk.say("yes")
    assert {card["status"] for card in result["requests"]} == {"waiting"}
    assert await statuses() == {"cancel": "waiting", "late_checkout": "waiting"}


async def test_one_no_withdraws_both_and_names_them(talk: Talk) -> None:
    answer = (await talk.say(WHO, "cancel my dinner", LATE, "no thanks"))["answer"]
    assert "Cancellation: Ballo" in answer
    assert "Late checkout: Deluxe Room" in answer
    assert await statuses() == {"cancel": "withdrawn", "late_checkout": "withdrawn"}


async def test_one_may_be_named_alone(talk: Talk) -> None:
    await talk.say(WHO, "cancel my dinner", LATE, "only send the late checkout")
    assert await statuses() == {"cancel": "proposed", "late_checkout": "waiting"}


async def test_a_doubt_about_one_sends_none(talk: Talk) -> None:
    await talk.say(WHO, "cancel my dinner", LATE, "hmm, I am not so sure", "yes")
    assert await statuses() == {"cancel": "proposed", "late_checkout": "proposed"}


async def test_who_has_to_say_who_he_is_in_between_sends_both(talk: Talk) -> None:
    await talk.say("two more pillows to room 1533", "cancel my dinner", WHO, "yes")
    assert await statuses() == {"service": "waiting", "cancel": "waiting"}


@pytest.mark.parametrize("words", ["nah forget it", "non, laissez tomber", "déjalo"])
async def test_what_is_dropped_after_another_question_is_withdrawn(
    talk: Talk, words: str
) -> None:
    await talk.say(WHO, "cancel my dinner", "What time does Ballo close?", words)
    assert await statuses() == {"cancel": "withdrawn"}


@pytest.mark.parametrize("word", ["no thanks", "no, gracias", "non merci"])
async def test_a_mere_no_after_another_question_is_asked_about(
    talk: Talk, word: str
) -> None:
    await talk.say(WHO, "cancel my dinner", "What time does Ballo close?")
    answer = (await talk.say(word))["answer"]
    assert "Cancellation: Ballo" in answer
    assert await statuses() == {"cancel": "proposed"}
    await talk.say(word)
    assert await statuses() == {"cancel": "withdrawn"}


@pytest.mark.parametrize(
    "between", ["when is my room booked?", "What time does Ballo close?"]
)
@pytest.mark.parametrize("word", ["yes", "sí"])
async def test_a_mere_yes_after_another_question_is_asked_about(
    talk: Talk, between: str, word: str
) -> None:
    await talk.say(WHO, "cancel my dinner", between)
    answer = (await talk.say(word))["answer"]
    assert "Cancellation: Ballo" in answer
    assert await statuses() == {"cancel": "proposed"}
    await talk.say("yes")
    assert await statuses() == {"cancel": "waiting"}


async def test_clear_words_after_another_question_send_it(talk: Talk) -> None:
    await talk.say(WHO, "cancel my dinner", "when is my room booked?", "ok, send it")
    assert await statuses() == {"cancel": "waiting"}


async def test_a_yes_with_nothing_proposed_is_no_business_of_bookings(
    talk: Talk,
) -> None:
    result = await talk.say(WHO, "when is my dinner?", "yes")
    assert result["route"] != "bookings"


async def test_a_second_yes_says_where_it_is(talk: Talk) -> None:
    answer = (await talk.say(WHO, "cancel my dinner", "yes", "yes"))["answer"]
    assert "have not answered yet" in answer
    await talk.say("take it back")
    assert await statuses() == {"cancel": "withdrawn"}


async def test_what_is_with_the_team_already_can_be_taken_back(talk: Talk) -> None:
    await talk.say(WHO, "cancel my dinner", "yes", "What time does Ballo close?")
    answer = (await talk.say("cancel my dinner"))["answer"]
    assert "such a request of yours already" in answer
    await talk.say("never mind")
    assert await statuses() == {"cancel": "withdrawn"}


async def test_another_time_takes_the_place_of_a_cancellation(talk: Talk) -> None:
    await talk.say(WHO, "cancel dinner", "no wait dinner at 9 instead", "yes")
    assert await statuses() == {"cancel": "withdrawn", "change": "waiting"}
