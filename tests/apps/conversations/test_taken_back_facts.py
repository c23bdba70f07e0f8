"""What a message takes back shapes its own answer no longer."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.guests.models import GuestFact
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
DIET = "I'm vegetarian. Is parking free?"
AGES = "Our kids are 4 and 9. Is parking free?"


def live_keys() -> set[str]:
    rows = GuestFact.objects.filter(superseded_at=None)
    return set(rows.values_list("key", flat=True))


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I'm not vegetarian any more, where can I eat?"),
        ("en", "I'm no longer vegetarian, what restaurants do you have?"),
        ("en", "I'm not vegetarian anymore. Which restaurants are open now?"),
        ("en", "I eat meat again. Where can I eat?"),
        ("en", "I'm back to eating meat, which restaurants are open now?"),
        ("es", "Ya no soy vegetariano, ¿dónde puedo comer?"),
        ("fr", "Je ne suis plus végétarien, où peut-on manger ?"),
    ],
)
async def test_a_diet_that_is_over_decides_nothing(
    houses: Property, turns: TurnRunner, language: str, message: str
) -> None:
    _, listed = await ask_in_turn(houses, turns, DIET, message, language=language)
    answer = listed["answer"]
    assert not any(words in answer for words in ("Because you", "mentioned", "dijo"))
    assert answer.index("Anchor Grill") < answer.index("Zest")
    assert "parce que vous" not in answer.lower()
    assert await database_threads.run(live_keys) == set()


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "The kids are not coming after all. Where can we have dinner?"),
        ("en", "We left the children at home. Which restaurants are open now?"),
        ("en", "We're not bringing the kids any more, where can we eat?"),
        ("en", "We're coming without the kids, where can we eat?"),
        ("es", "Los niños no vienen al final. ¿Dónde podemos cenar?"),
        ("es", "Venimos sin los niños. ¿Dónde podemos cenar?"),
        ("fr", "Finalement, les enfants ne viennent pas. Où peut-on dîner ?"),
    ],
)
async def test_children_who_stay_at_home_decide_nothing(
    houses: Property, turns: TurnRunner, language: str, message: str
) -> None:
    _, listed = await ask_in_turn(houses, turns, AGES, message, language=language)

    for words in ("amilies", "familias", "Because children"):
        assert words not in listed["answer"]
    assert await database_threads.run(live_keys) == set()


async def test_children_who_come_decide_as_ever(
    houses: Property, turns: TurnRunner
) -> None:
    _, listed = await ask_in_turn(houses, turns, AGES, "Where can we have dinner?")
    assert "Because children are coming with you" in listed["answer"]
