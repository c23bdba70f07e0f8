"""Hungry guests say so in many ways, and hear what is open."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

CHEAP_PLACES = ("Sunny Diner", "Penny Lunch")
pytestmark = pytest.mark.usefixtures("without_key")


@adds_rows
def kitchens(resort: Property) -> None:
    """Ballo, which never closes, a place that is closed today, and room service."""
    other_day = (timezone.now().weekday() + 3) % 7
    factories.RestaurantFactory.create(
        property=resort,
        name="Weekly Grill",
        cuisine="Steakhouse",
        hours=[f"{other_day} 17:00-22:00"],
    )
    factories.AmenityFactory.create(
        property=resort,
        name="Room service",
        summary="Hungry in bed? Something to eat comes to your room.",
    )
    embed_all()


@pytest.mark.parametrize(
    "text",
    [
        "I'm starving",
        "we are so hungry",
        "i could eat a horse",
        "my husband could eat a whole cow",
        "absolutely famished",
        "i want something to eat",
        "starving, where can we eat?",
        "feeling peckish",
        "my stomach is growling",
    ],
)
async def test_they_hear_what_is_open(
    kitchens: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(kitchens, turns, text, "en")
    assert result["answer"].startswith("Ballo Italian Restaurant: Open 24 hours. [1]")
    assert "Weekly Grill" not in result["answer"]


@pytest.mark.parametrize(
    "text",
    ["i'm thirsty", "we are so thirsty", "absolutely parched", "dying of thirst"],
)
async def test_thirsty_guests_hear_of_a_bar(
    kitchens: Property, turns: TurnRunner, text: str
) -> None:
    await database_threads.run(_add_bar, kitchens)
    result = await ask(kitchens, turns, text, "en")
    assert "Copper Bar" in result["answer"]


def _add_bar(place: Property) -> None:
    factories.RestaurantFactory.create(
        property=place,
        name="Copper Bar",
        cuisine="Cocktail bar",
        summary="Cocktails, beer and something cold for every thirst.",
        hours=["0-6 00:00-00:00"],
    )
    embed_all()


@pytest.mark.parametrize(
    "text", ["cheap food open now", "cheap eats, the kids are hungry"]
)
async def test_prices_and_what_is_open_are_told_together(
    kitchens: Property, turns: TurnRunner, text: str
) -> None:
    await database_threads.run(_add_cheap_places, kitchens)
    result = await ask(kitchens, turns, text, "en")
    assert "could not word" not in result["answer"]
    for name in CHEAP_PLACES:
        assert f"{name}: Prices are inexpensive: $. [" in result["answer"]
    assert result["answer"].count("Open now until") == len(CHEAP_PLACES)


def _add_cheap_places(place: Property) -> None:
    """Open for another hour, and again an hour later."""
    closes, opens = (timezone.now() + timedelta(hours=ahead) for ahead in (1, 2))
    zone = place.zone
    hours = f"{opens.astimezone(zone):%H:%M}-{closes.astimezone(zone):%H:%M}"
    for name in CHEAP_PLACES:
        factories.RestaurantFactory.create(
            property=place,
            name=name,
            cuisine="American diner",
            price_band=1,
            hours=[f"0-6 {hours}"],
        )
    embed_all()


@pytest.mark.parametrize(
    "text",
    [
        "I'd murder somebody for some pasta",
        "i would kill someone for pasta right now",
        "we'd sell our souls for some italian food",
        "my wife would give her right arm for italian",
    ],
)
async def test_a_figure_of_speech_is_a_wish_for_food(
    kitchens: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(kitchens, turns, text, "en")
    assert result["guardrail"] == ""
    assert "Ballo Italian Restaurant" in result["answer"]
    assert "cannot book" not in result["answer"]
