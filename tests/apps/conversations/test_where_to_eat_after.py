"""Guests ask where to eat, what kitchen there is, and who may come, as they type."""

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
def kitchens(resort: Property) -> None:
    for name, cuisine, summary, kids in (
        ("Jade Table", "Pan-Asian", "Dishes from China, Japan and Thailand.", ""),
        ("Brick Slice", "Pizza", "Thin crust from a coal oven.", ""),
        ("Casa Verde", "Italian", "An easy stop for pizza or pasta.", "Kids' menu."),
        ("Harbor Room", "American", "Burgers, fish and shellfish.", ""),
    ):
        factories.RestaurantFactory.create(
            property=resort, name=name, cuisine=cuisine, summary=summary, kids=kids
        )
    factories.AmenityFactory.create(
        property=resort,
        name="Kids Quest",
        sort="activity",
        summary="Children of six weeks to twelve years and teens play here all day.",
    )
    embed_all()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("chinese food", "en"),
        ("thai food", "en"),
        ("any chinese restaurants", "en"),
        ("comida china", "es"),
    ],
)
async def test_a_country_leads_to_who_cooks_its_dishes(
    kitchens: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(kitchens, turns, text, language)
    assert "Jade Table" in result["answer"]
    assert "Brick Slice" not in result["answer"]


async def test_a_country_that_no_row_tells_of_leads_nowhere(
    kitchens: Property, turns: TurnRunner
) -> None:
    result = await ask(kitchens, turns, "korean food", "en")
    answer = result["answer"]
    assert "Jade Table" not in answer or answer.startswith("The records do not")


async def test_a_dish_is_found_in_every_kitchen_that_tells_of_it(
    kitchens: Property, turns: TurnRunner
) -> None:
    result = await ask(kitchens, turns, "pizza", "en")
    answer = result["answer"]
    assert 0 <= answer.find("Brick Slice") < answer.find("Casa Verde")


@pytest.mark.parametrize(
    ("text", "language"),
    [("where can i eat seafood", "en"), ("donde puedo comer mariscos", "es")],
)
async def test_shellfish_is_seafood(
    kitchens: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(kitchens, turns, text, language)
    assert "Harbor Room" in result["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "where do we eat after",
        "ok where do we eat after, kids r picky",
        "so where can we have dinner afterwards",
        "and where should we eat then?",
    ],
)
async def test_after_something_else_it_lists_places_to_eat(
    kitchens: Property, turns: TurnRunner, text: str
) -> None:
    texts = ("what is there for kids", text)
    _, result = await ask_in_turn(kitchens, turns, *texts)
    # Ballo alone is known to be open for dinner.
    is_of_dinner = "dinner" in text
    assert ("Ballo" if is_of_dinner else "Casa Verde") in result["answer"]
    assert "Kids Quest" not in result["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "can i bring my kids to jade table",
        "are children welcome at jade table",
        "do you allow kids in the jade table",
    ],
)
async def test_who_may_come_is_said_of_the_place_that_is_named(
    kitchens: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(kitchens, turns, text, "en")
    assert "no minimum age for Jade Table" in result["answer"]
    assert "Kids Quest" not in result["answer"]
