"""Who is here for a funeral is met with sympathy, and is not led to games."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")
FUNERAL = "we are here for my brother's funeral"
ALWAYS = ["0-6 00:00-00:00"]
SYMPATHY = "I am very sorry for your loss"


@adds_rows
def house(resort: Property) -> None:
    """With slots and a bowling alley."""
    factories.GamingAreaFactory.create(
        property=resort,
        name="Slot machines",
        summary="A thousand reels: what there is to do at midnight.",
        hours=ALWAYS,
    )
    factories.AmenityFactory.create(
        property=resort, name="Bowling", summary="Fun for everybody.", hours=ALWAYS
    )
    embed_all()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FUNERAL, SYMPATHY),
        ("We're in town for my grandmother's memorial service", SYMPATHY),
        ("wir sind zur Beerdigung meines Bruders hier", "herzliches Beileid"),
        ("nous venons pour les obsèques de mon père", "sincères condoléances"),
    ],
)
async def test_a_funeral_is_met_with_sympathy(
    house: Property, turns: TurnRunner, text: str, words: str
) -> None:
    result = await ask(house, turns, text)
    assert words in result["answer"]
    assert not result["citations"]


@pytest.mark.parametrize(
    "text", ["do you hold memorial services?", "the wake up call at 6 failed"]
)
async def test_no_funeral_is_made_up(
    house: Property, turns: TurnRunner, text: str
) -> None:
    assert SYMPATHY not in (await ask(house, turns, text))["answer"]


@pytest.mark.parametrize("loss", [FUNERAL, "my husband died last year"])
async def test_who_mourns_is_not_led_to_games(
    house: Property, turns: TurnRunner, loss: str
) -> None:
    question = "what can we do at midnight?"
    assert "Slot" in (await ask(house, turns, question))["answer"]
    *_, later = await ask_in_turn(house, turns, loss, question)
    assert "Bowling" in later["answer"]
    assert "Slot" not in later["answer"]
    *_, welcome = await ask_in_turn(house, turns, loss, "hello")
    assert "gaming" not in welcome["answer"].lower()
    assert "offers" not in welcome["answer"].lower()


async def test_a_game_that_is_asked_for_is_told(
    house: Property, turns: TurnRunner
) -> None:
    *_, later = await ask_in_turn(house, turns, FUNERAL, "where are the slot machines?")
    assert later["guardrail"] == ""
    assert "reels" in later["answer"] or "Slot" in later["answer"]
