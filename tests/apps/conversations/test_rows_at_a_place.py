"""Guests ask for what is at a named place of the resort, and praise one in passing."""

from __future__ import annotations

import pytest

from apps.catalog.models import Item, MapPlace
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.catalog.test_resort_maps import make_map
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")


@adds_rows
def halls(resort: Property) -> None:
    for hall in ("Harbor Hall", "Forest Hall"):
        factories.GamingAreaFactory.create(property=resort, name=hall)
    for name, hall, cuisine in (
        ("Anchor Tavern", "Harbor Hall", "Seafood"),
        ("Gull", "Harbor Hall", "French"),
        ("Birch", "Forest Hall", "Steakhouse"),
    ):
        factories.RestaurantFactory.create(
            property=resort, name=name, place=hall, cuisine=cuisine
        )
    factories.AmenityFactory.create(property=resort, name="Fern Spa", sort="spa")
    factories.VenueFactory.create(
        property=resort, name="Tide Arena", place="Connected to Harbor Hall"
    )
    embed_all()


@pytest.mark.parametrize(
    "text",
    [
        "what restaurants are in harbor hall",
        "restaurants in the Harbor Hall?",
        "which restaurants do you have at harbor hall",
    ],
)
async def test_it_lists_what_is_at_a_place(
    halls: Property, turns: TurnRunner, text: str
) -> None:
    answer = (await ask(halls, turns, text))["answer"]
    assert "Anchor" in answer
    assert "Gull" in answer
    assert "Birch" not in answer


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("restaurants near Tide Arena", "en"),
        ("which restaurants are nearest to the Tide Arena?", "en"),
        ("somewhere to eat close to Tide Arena", "en"),
        ("¿qué restaurantes hay cerca del Tide Arena?", "es"),
        ("quels restaurants y a-t-il près du Tide Arena ?", "fr"),
    ],
)
async def test_it_lists_what_is_near_a_place(
    halls: Property, turns: TurnRunner, text: str, language: str
) -> None:
    answer = (await ask(halls, turns, text, language))["answer"]
    assert "Anchor" in answer
    assert "Gull" in answer
    assert "Birch" not in answer


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["what is nearest to the Tide Arena"], "en"),
        (["what's around Tide Arena?"], "en"),
        (["When is Gull open?", "is there anything nearby?"], "en"),
        (["¿qué hay cerca del Tide Arena?"], "es"),
        (["qu'y a-t-il près du Tide Arena ?"], "fr"),
    ],
)
async def test_it_lists_whatever_is_near_a_place(
    halls: Property, turns: TurnRunner, texts: list[str], language: str
) -> None:
    *_, last = await ask_in_turn(halls, turns, *texts, language=language)
    assert "Anchor" in last["answer"]
    assert "Harbor Hall" in last["answer"]
    assert "Birch" not in last["answer"]
    assert "Fern" not in last["answer"]


async def test_what_is_near_is_told_in_the_order_of_the_map(
    halls: Property, turns: TurnRunner
) -> None:
    await database_threads.run(_draw_map, halls)
    result = await ask(halls, turns, "what is close to the Tide Arena?")
    names = [card["title"] for card in result["cards"]]
    assert names == ["Birch", "Anchor Tavern"]


def _draw_map(place: Property) -> None:
    resort_map = make_map(place)
    for name, x in (("Tide Arena", 0.1), ("Anchor Tavern", 0.9), ("Birch", 0.2)):
        item = Item.objects.get(name=name)
        MapPlace.objects.create(map=resort_map, item=item, x=x, y=0.5)


@pytest.mark.parametrize(
    "text",
    ["is Birch near the Tide Arena?", "what does Gull near Tide Arena serve"],
)
async def test_a_row_that_is_named_beside_it_is_asked_about(
    halls: Property, turns: TurnRunner, text: str
) -> None:
    assert "Anchor" not in (await ask(halls, turns, text))["answer"]


async def test_it_still_says_where_a_row_is(halls: Property, turns: TurnRunner) -> None:
    answer = (await ask(halls, turns, "is Birch in Harbor Hall?"))["answer"]
    assert "Forest Hall" in answer
    assert "Anchor" not in answer


@pytest.mark.parametrize(
    "text",
    [
        "We had dinner at Anchor Tavern, great evening! Is it open tomorrow?",
        "Anchor Tavern, great weather. What does it cost?",
        "We loved Fern Spa, great for our kids. When does it close?",
        "We liked Fern Spa, great staff, what time does it close?",
    ],
)
async def test_praise_between_two_questions_does_not_trouble_it(
    halls: Property, turns: TurnRunner, text: str
) -> None:
    answer = (await ask(halls, turns, text))["answer"]
    assert answer
    assert "Birch" not in answer
