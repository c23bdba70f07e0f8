"""A question that names a kind of row and nothing else brings every row of it."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")


@adds_rows
def pastimes(resort: Property) -> None:
    """Beside the restaurants: a spa, a pool, and parking, which nobody comes for."""
    for name, sort in (
        ("Mandara Spa", "spa"),
        ("Indoor Pool", "pool"),
        ("Self-parking", "service"),
    ):
        factories.AmenityFactory.create(property=resort, name=name, sort=sort)
    for name in ("Zest", "Anchor"):
        factories.RestaurantFactory.create(property=resort, name=name)
    embed_all()


@pytest.mark.parametrize(
    "question",
    [
        "Where should we eat?",
        "food?",
        "recommend a restaurant",
        "I'm looking for a restaurant",
    ],
)
async def test_where_to_eat_brings_every_restaurant(
    pastimes: Property, turns: TurnRunner, question: str
) -> None:
    answer = (await ask(pastimes, turns, question))["answer"]
    assert all(name in answer for name in ("Ballo", "Zest", "Anchor"))


@pytest.mark.parametrize("question", ["What is there to do?", "any activities?"])
async def test_what_to_do_brings_pastimes_and_no_services(
    pastimes: Property, turns: TurnRunner, question: str
) -> None:
    answer = (await ask(pastimes, turns, question))["answer"]
    assert "Mandara Spa" in answer
    assert "Indoor Pool" in answer
    assert "Self-parking" not in answer


@pytest.mark.parametrize("question", ["Things to do?", "What else is there to do?"])
async def test_what_to_do_is_not_asked_of_the_place_that_was_talked_about(
    pastimes: Property, turns: TurnRunner, question: str
) -> None:
    _, answered = await ask_in_turn(pastimes, turns, "Tell me about Zest.", question)
    assert "Zest" not in answered["answer"]


async def test_a_question_about_the_food_is_no_wish_for_a_list(
    pastimes: Property, turns: TurnRunner
) -> None:
    answer = (await ask(pastimes, turns, "Is the food good?"))["answer"]
    assert "The records do not say" in answer
