"""Alice was in danger; then she asks of something else, and is answered."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")
EMERGENCY = "my friend passed out"
NUMBERS = "If somebody may be hurt or in danger"


@pytest.mark.parametrize(
    "text",
    [
        "Where is Velvet?",
        "show me italian restaurants",
        "which restaurants are open",
        "I am vegetarian",
        "we come dec 18 to 20 with 2 kids",
    ],
)
async def test_what_is_of_something_else_is_answered_with_the_numbers_once(
    club: Property, turns: TurnRunner, text: str
) -> None:
    _, then, again = await ask_in_turn(club, turns, EMERGENCY, text, "Is Ballo open?")
    assert then["guardrail"] == again["guardrail"] == ""
    assert NUMBERS in then["answer"]
    assert NUMBERS not in again["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "we are 4 people",
        "he is diabetic",
        "can you send somebody to the restaurant?",
        "show me what to do",
        "where is the exit",
        "which stairs do we take?",
        "he is still not moving",
    ],
)
async def test_what_may_be_of_the_emergency_is_heard_as_such(
    club: Property, turns: TurnRunner, text: str
) -> None:
    _, then = await ask_in_turn(club, turns, EMERGENCY, text)
    assert then["guardrail"] == "emergency"


@adds_rows
def motorway(resort: Property) -> None:
    """A resort whose records tell of an exit."""
    factories.FaqEntryFactory.create(
        property=resort,
        name="Where is the exit?",
        answer="Drivers leave the motorway at exit 79A.",
    )
    embed_all()


async def test_the_way_out_is_no_exit_of_the_motorway(
    motorway: Property, turns: TurnRunner
) -> None:
    [calm] = await ask_in_turn(motorway, turns, "where is the exit")
    assert "79A" in calm["answer"]
    _, then = await ask_in_turn(motorway, turns, EMERGENCY, "where is the exit")
    assert then["guardrail"] == "emergency"


async def test_a_yes_is_news_of_it(club: Property, turns: TurnRunner) -> None:
    _, then = await ask_in_turn(club, turns, "Mi marido no respira", "s\u00ed")
    assert then["guardrail"] == "emergency"


@pytest.mark.parametrize("text", ["ok", "\N{THUMBS UP SIGN}"])
async def test_who_nods_is_not_wished_a_good_time(
    club: Property, turns: TurnRunner, text: str
) -> None:
    _, then = await ask_in_turn(club, turns, EMERGENCY, text)
    assert "Enjoy" not in then["answer"]
    assert then["help"]


async def test_news_of_it_behind_a_question_gets_the_numbers_again(
    club: Property, turns: TurnRunner
) -> None:
    *_, news = await ask_in_turn(
        club, turns, EMERGENCY, "Where is Velvet?", "he is still not moving"
    )
    assert news["guardrail"] == "emergency"
    assert news["help"]


@pytest.mark.parametrize(
    ("text", "is_over"),
    [
        ("we are all fine now, firefighters put it out", True),
        ("the fire is out", True),
        ("they have not put it out", False),
    ],
)
async def test_a_fire_that_is_out_is_over(
    club: Property, turns: TurnRunner, text: str, is_over: bool
) -> None:
    _, then = await ask_in_turn(club, turns, "there is a fire in my room", text)
    assert (then["guardrail"] == "withdrawal") is is_over
