"""What a guest eats orders a list of places, and the answer says why."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import FeatureFlag, Property
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
TOLD = "I'm vegetarian. Is parking free?"
OPEN = "Which restaurants are open now?"
BECAUSE = "Because you said vegetarian"


async def test_places_that_suit_the_guest_come_first(
    houses: Property, turns: TurnRunner
) -> None:
    _, listed = await ask_in_turn(houses, turns, TOLD, OPEN)
    answer = listed["answer"]
    assert BECAUSE in answer
    assert answer.index("Zest") < min(answer.index("Anchor"), answer.index("Ballo"))


@pytest.mark.parametrize(
    "message",
    [
        "I'm vegetarian, where should we eat?",
        "Where can we eat? My wife is vegetarian.",
    ],
)
async def test_a_need_told_beside_the_question_counts_at_once(
    houses: Property, turns: TurnRunner, message: str
) -> None:
    (listed,) = await ask_in_turn(houses, turns, message)
    answer = listed["answer"]
    assert BECAUSE in answer
    assert answer.index("Zest") < min(answer.index("Anchor"), answer.index("Ballo"))


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("veggie food my gf dont eat meat", "en"),
        ("dinner options because my wife is vegetarian", "en"),
        ("restaurants, my dad is vegetarian", "en"),
        ("pizza my son is allergic to nuts", "en"),
        ("gluten free pasta my wife is celiac", "en"),
        ("comida vegana mi novia no come carne", "es"),
        ("restaurants, ma femme est végétarienne", "fr"),
    ],
)
async def test_food_that_is_named_before_the_need_is_looked_up(
    houses: Property, turns: TurnRunner, message: str, language: str
) -> None:
    (listed,) = await ask_in_turn(houses, turns, message, language=language)
    assert "Zest" in listed["answer"]


async def test_it_counts_in_the_language_of_the_guest(
    houses: Property, turns: TurnRunner
) -> None:
    message = "Soy vegetariana, ¿dónde puedo comer?"
    (listed,) = await ask_in_turn(houses, turns, message, language="es")
    assert "Porque usted dijo vegetariano" in listed["answer"]


async def test_an_allergy_told_beside_the_question_is_asked_of_the_kitchen(
    houses: Property, turns: TurnRunner
) -> None:
    message = "My son has a nut allergy, where can we eat?"
    (listed,) = await ask_in_turn(houses, turns, message)
    assert "You mentioned nut allergy" in listed["answer"]
    assert "Anchor Grill" in listed["answer"]


async def test_whether_one_place_suits_is_not_answered_without_the_need(
    houses: Property, turns: TurnRunner
) -> None:
    message = "My son has a nut allergy, is Zest safe for him?"
    (answered,) = await ask_in_turn(houses, turns, message)
    assert "Yes" not in answered["answer"]
    words = "You mentioned nut allergy: the records of this place do not say"
    assert answered["answer"].startswith(words)


async def test_a_guest_who_told_nothing_is_told_nothing_of_it(
    houses: Property, turns: TurnRunner
) -> None:
    _, listed = await ask_in_turn(houses, turns, "Is parking free?", OPEN)
    assert "Because you said" not in listed["answer"]


async def test_a_condition_of_the_question_comes_before_the_memory(
    houses: Property, turns: TurnRunner
) -> None:
    question = "Which restaurants with halal food are open now?"
    _, listed = await ask_in_turn(houses, turns, TOLD, question)
    assert "Because you said" not in listed["answer"]


async def test_nothing_is_said_where_no_record_names_the_diet(
    resort: Property, turns: TurnRunner
) -> None:
    _, listed = await ask_in_turn(resort, turns, TOLD, OPEN)
    assert "Because you said" not in listed["answer"]


async def test_a_forgotten_diet_orders_nothing(
    houses: Property, turns: TurnRunner
) -> None:
    questions = (TOLD, "forget that I'm vegetarian", OPEN)
    *_, listed = await ask_in_turn(houses, turns, *questions)
    assert "Because you said" not in listed["answer"]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I'm vegetarian, where can we eat?"),
        ("en", "Where can we eat? My wife is vegetarian."),
        ("es", "Soy vegetariana, ¿dónde puedo comer?"),
    ],
)
async def test_what_the_message_tells_counts_without_a_memory(
    houses: Property, turns: TurnRunner, language: str, message: str
) -> None:
    await FeatureFlag.objects.acreate(property=houses, key="memory", is_on=False)
    (listed,) = await ask_in_turn(houses, turns, message, language=language)
    answer = listed["answer"]
    assert answer.index("Zest") < min(answer.index("Anchor"), answer.index("Ballo"))


async def test_a_property_may_leave_the_memory_unused(
    houses: Property, turns: TurnRunner
) -> None:
    await FeatureFlag.objects.acreate(property=houses, key="memory", is_on=False)
    _, listed = await ask_in_turn(houses, turns, TOLD, OPEN)
    assert "Because you said" not in listed["answer"]
