"""A message about bookings that asks something of the resort as well gets both."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from apps.concierge import replies
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import DINNER, Talk, dinner_at
from tests.apps.knowledge.searching import embed_all

pytestmark = pytest.mark.usefixtures("without_key")
CANCEL_DINNER = {
    "en": "Cancel my dinner",
    "es": "Quiero cancelar mi cena",
    "fr": "Annulez mon dîner",
}


@pytest.fixture(autouse=True)
def dinner(resort: Property) -> Reservation:
    return dinner_at(resort)


@pytest.mark.parametrize(
    "text",
    [
        "Cancel my dinner and what time does Ballo close?",
        "What time does Ballo close, and can you cancel my dinner?",
        "Please cancel my dinner. Also, what time does Ballo close?",
    ],
)
async def test_a_cancellation_and_a_question_are_both_answered(
    talk: Talk, text: str
) -> None:
    result = await talk.with_codes(DINNER).say(text)
    answer = result["answer"]
    hours, proposal = answer.split("\n\n", 1)
    assert "24 hours" in hours
    assert "Shall I send it?" in proposal
    assert result["citations"]
    [card] = result["requests"]
    assert card["status"] == "proposed"
    assert "They answer" in (await talk.say("yes"))["answer"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "oh and cancel my dinner"),
        ("es", "ah, y cancela mi cena"),
        ("fr", "ah, et annulez mon dîner"),
    ],
)
async def test_what_says_nothing_beside_a_wish_is_no_question(
    begin_talk: Callable[..., Talk], language: str, text: str
) -> None:
    result = await begin_talk(language).with_codes(DINNER).say(text)
    assert result["answer"] == replies.say("request_proposed_card", language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "late checkout possible?"),
        ("en", "can i check in at noon"),
        ("es", "¿es posible salir más tarde?"),
        ("fr", "départ tardif possible ?"),
    ],
)
async def test_the_rule_of_the_house_comes_before_who_the_guest_is(
    resort: Property, begin_talk: Callable[..., Talk], language: str, text: str
) -> None:
    await database_threads.run(_rule_of_stay, resort)
    rule, ask_who = (await begin_talk(language).say(text))["answer"].split("\n\n", 1)
    assert "a late check-out is possible when rooms are free" in rule
    assert "Alvarez" not in rule
    assert replies.say("booking_who", language) in ask_who
    # Who is known goes on at once.
    guest = begin_talk(language).with_codes(DINNER)
    assert "when rooms are free" not in (await guest.say(text))["answer"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "late checkout how much"),
        ("en", "early check in fee?"),
        ("es", "¿cuánto cuesta salir más tarde?"),
        ("fr", "départ tardif combien ça coûte"),
    ],
)
async def test_who_asks_for_the_price_of_a_late_leave_is_not_asked_who_he_is(
    resort: Property, begin_talk: Callable[..., Talk], language: str, text: str
) -> None:
    await database_threads.run(_rule_of_stay, resort)
    answer = (await begin_talk(language).say(text))["answer"]
    assert "a late check-out is possible when rooms are free" in answer
    assert replies.say("booking_who", language) not in answer


def _rule_of_stay(place: Property) -> None:
    factories.FaqEntryFactory.create(
        property=place,
        name="When is check-in, and when is check-out?",
        answer="Check-in begins at 4:00 PM and check-out is by 11:00 AM. An early "
        "check-in or a late check-out is possible when rooms are free.",
    )
    embed_all()


async def test_a_yes_and_a_question_are_both_answered(talk: Talk) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner")
    answer = (await talk.say("Yes, and what time does Ballo close?"))["answer"]
    assert "24 hours" in answer
    assert "with the team now" in answer
    request = await database_threads.run(Request.objects.get)
    assert request.status == "waiting"


@pytest.mark.parametrize(
    "text",
    [
        f"{DINNER} alvarez, and what time does Ballo close?",
        f"my code is {DINNER}, Alvarez. What time does Ballo close?",
    ],
)
async def test_who_says_who_he_is_and_asks_is_known_and_answered(
    talk: Talk, text: str
) -> None:
    answer = (await talk.say(text))["answer"]
    assert "24 hours" in answer
    assert "found your booking" in answer
    assert "other guests" not in answer


async def test_who_says_who_he_is_hears_nothing_of_other_guests(talk: Talk) -> None:
    question = f"{DINNER} alvarez, what room is John Doe staying in?"
    assert (await talk.say(question))["guardrail"] == "patron_privacy"


async def test_sources_are_numbered_through(talk: Talk) -> None:
    question = "When is my dinner and what time does Ballo close?"
    result = await talk.with_codes(DINNER).say(question)
    numbers = [each["n"] for each in result["citations"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert result["citations"][-1]["category"] == "booking"
    assert f"7:00 PM. [{numbers[-1]}]" in result["answer"]


async def test_a_stranger_is_asked_who_he_is_after_the_answer(talk: Talk) -> None:
    question = "Cancel my dinner and what time does Ballo close?"
    answer = (await talk.say(question))["answer"]
    assert "24 hours" in answer
    assert "reservation code" in answer
    assert "Shall I send it?" in (await talk.say("Alvarez, MS-4F7K"))["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "Cancel my dinner and my table",
        "Move my dinner to 8 and make it for four",
        "I need two towels and a pillow",
    ],
)
async def test_one_wish_is_not_divided(talk: Talk, text: str) -> None:
    result = await talk.with_codes(DINNER).say(text)
    assert result["route"] == "bookings"
    assert not result["citations"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "compare tuscany and ballo"),
        ("en", "tell me about the spa"),
        ("en", "pool hours"),
        ("en", "any good place for sushi"),
        ("es", "horario de la piscina"),
        ("fr", "parle-moi du spa"),
    ],
)
async def test_a_question_in_any_form_leaves_a_proposal_as_it_is(
    begin_talk: Callable[..., Talk], language: str, text: str
) -> None:
    talk = begin_talk(language).with_codes(DINNER)
    await talk.say(CANCEL_DINNER[language])
    assert (await talk.say(text))["route"] != "bookings"
    request = await database_threads.run(Request.objects.get)
    assert request.status == "proposed"
    assert "note" not in request.wish


@pytest.mark.parametrize(
    "text",
    ["near the window please", "my wife is allergic to nuts", "a quiet table please"],
)
async def test_what_the_team_should_know_goes_with_a_proposal(
    talk: Talk, text: str
) -> None:
    await talk.with_codes(DINNER).say("Move my dinner to 8pm", text)
    request = await database_threads.run(Request.objects.get)
    assert request.wish["note"] == text
