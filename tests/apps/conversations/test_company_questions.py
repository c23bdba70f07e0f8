"""Alice asks for more room, or for less money, than any record speaks of."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.turns import ask

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "text",
    [
        "meeting room for 1000000000 people",
        "is there a meeting room for 300 people?",
        "theater for 99999999999 people",
        "a suite over 99999999 sq ft",
    ],
)
async def test_the_answer_says_that_the_records_do_not_hold_it(
    demo: Property, turns: TurnRunner, text: str
) -> None:
    answer = await ask(demo, turns, text)
    assert answer["answer"].startswith("The records do not say everything about that")


async def test_a_price_below_one_dollar_gets_the_cheapest_room(
    demo: Property, turns: TurnRunner
) -> None:
    answer = await ask(demo, turns, "any room under $0.50")
    assert answer["answer"].startswith("The records do not say everything about that")
    assert "Deluxe Room" in answer["answer"]
    assert "Superior Room" not in answer["answer"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "grandkids are 8 and 11 what can they do"),
        ("en", "what can the grandchildren do here?"),
        ("es", "¿qué pueden hacer mis nietos de 8 y 11 años?"),
        ("fr", "mes petits-enfants ont 8 et 11 ans, que peuvent-ils faire ?"),
    ],
)
async def test_grandchildren_get_what_there_is_for_children(
    demo: Property, turns: TurnRunner, language: str, text: str
) -> None:
    foxwoods = await database_threads.run(Property.objects.get, slug="foxwoods")
    answer = await ask(foxwoods, turns, text, language)
    assert "Foxwoods Bowling Center" in answer["answer"]
