"""Alice asks for more room, or for less money, than any record speaks of."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
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
