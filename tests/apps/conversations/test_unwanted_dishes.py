"""Guests who say what they do not want hear of other places for that meal."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


@adds_rows
def kitchens(resort: Property) -> None:
    """All are open for lunch and for dinner."""
    for name, cuisine in (
        ("The Pearl", "Seafood"),
        ("Golden Dragon", "Chinese"),
        ("Fox Diner", "American diner"),
    ):
        factories.RestaurantFactory.create(
            property=resort, name=name, cuisine=cuisine, hours=["0-6 06:00-05:59"]
        )
    embed_all()


@pytest.mark.parametrize(
    ("text", "language", "unwanted"),
    [
        ("not italian, what is there for lunch", "en", "Ballo"),
        ("dinner but not italian", "en", "Ballo"),
        ("lunch, nothing italian and no chinese please", "en", "Ballo"),
        ("no seafood please, where can we have dinner tonight", "en", "The Pearl"),
        ("dinner but no seafood, my wife is allergic to shellfish", "en", "The Pearl"),
        ("nada italiano, ¿qué hay para almorzar?", "es", "Ballo"),
        ("dîner mais pas de fruits de mer", "fr", "The Pearl"),
        ("pas italien, qu'est-ce qu'il y a pour le déjeuner ?", "fr", "Ballo"),
    ],
)
async def test_the_meal_is_told_without_the_kitchen_that_is_ruled_out(
    kitchens: Property, turns: TurnRunner, text: str, language: str, unwanted: str
) -> None:
    result = await ask(kitchens, turns, text, language)
    assert unwanted not in result["answer"]
    assert "Fox Diner" in result["answer"]


async def test_an_allergy_beside_it_is_told_as_unrecorded(
    kitchens: Property, turns: TurnRunner
) -> None:
    text = "dinner but not seafood, my wife is allergic to shellfish"
    answer = (await ask(kitchens, turns, text, "en"))["answer"]
    assert "shellfish" in answer
    assert "kitchen" in answer.partition("\n- ")[0]
