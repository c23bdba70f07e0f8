"""A call for help that says nothing else is no search."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


@pytest.fixture
def place(resort: Property) -> Property:
    resort.jurisdiction.helplines.create(
        purpose="emergency", name="Emergency services", phone="911"
    )
    embed_all()
    return resort


@pytest.mark.parametrize("text", ["help", "HELP ME!!", "somebody please help"])
async def test_it_asks_kindly_what_is_needed(
    place: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(place, turns, text)
    assert result["answer"].startswith("I am here.")
    assert result["answer"].endswith("tell me what you need.")


@pytest.mark.parametrize(
    "text",
    ["help", "¡ayúdenme!", "necesito ayuda", "au secours", "救命", "ساعدوني", "pomocy"],
)
async def test_it_gives_the_emergency_number_and_that_of_a_person(
    place: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(place, turns, text)
    assert "911" in result["answer"]
    assert place.phone in result["answer"]
    assert result["help"][0]["phone"] == "911"
    assert result["passages"] == []


@pytest.mark.parametrize(
    "text", ["help with luggage", "can you help me choose a restaurant?"]
)
async def test_it_searches_for_what_a_guest_needs_help_with(
    place: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(place, turns, text, "en")
    assert result["guardrail"] == ""
