"""What games pay, their rules, and golf, sound like advice on play, and are none."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")
ADVICE = "gambling_advice"


@adds_rows
def games(resort: Property) -> None:
    factories.GamingAreaFactory.create(
        property=resort, name="Table games", games=["Blackjack", "Roulette"]
    )
    factories.AmenityFactory.create(
        property=resort, name="Pine Golf Club", sort="golf", summary="Eighteen holes."
    )
    embed_all()


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("blackjack 6:5 or 3:2", "en", "do not say what the games pay"),
        ("does your blackjack pay 3 to 2", "en", "do not say what the games pay"),
        ("what does roulette pay", "en", "do not say what the games pay"),
        ("how do you play craps, never played", "en", "do not explain how"),
        ("how do u play blackjack never done it", "en", "do not explain how"),
        ("como se juega a la ruleta", "es", "no explican cómo se juega"),
        ("slot payouts", "en", "do not say what the games pay"),
        ("el blackjack paga 3 a 2", "es", "no dicen cuánto pagan los juegos"),
        ("le blackjack paie 3:2 ou 6:5", "fr", "ne disent pas ce que rapportent"),
    ],
)
async def test_what_the_house_pays_and_its_rules_are_said_to_be_unrecorded(
    games: Property, turns: TurnRunner, text: str, language: str, expected: str
) -> None:
    result = await ask(games, turns, text, language)
    assert expected in result["answer"]
    assert "888" in result["answer"]


@pytest.mark.parametrize("text", ["7 card stud", "video poker machines"])
async def test_a_game_that_is_only_named_is_looked_up(
    games: Property, turns: TurnRunner, text: str
) -> None:
    assert (await ask(games, turns, text, "en"))["route"] != ADVICE


@pytest.mark.parametrize("text", ["golf tee time how much", "golf tee times sat"])
async def test_golf_is_no_gambling(
    games: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(games, turns, text, "en")
    assert result["route"] != ADVICE
    assert "Pine Golf Club" in result["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "best odds on slots",
        "how do i win at blackjack",
        "blackjack 6:5, should i hit on 16",
        "golf betting tips",
        "how do you play craps to win",
    ],
)
async def test_who_wants_to_know_how_to_play_still_hears_no_advice(
    games: Property, turns: TurnRunner, text: str
) -> None:
    assert (await ask(games, turns, text, "en"))["route"] == ADVICE
