"""A call for help that says nothing else is no search."""

from __future__ import annotations

import pytest

from apps.conversations.models import Alert
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


@adds_rows
def place(resort: Property) -> None:
    resort.jurisdiction.helplines.create(
        purpose="emergency", name="Emergency services", phone="911"
    )
    embed_all()


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


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Who do I call in an emergency?", "en"),
        ("What is the helpline of Mohegan Sun?", "en"),
        ("which number should I dial in case of an emergency", "en"),
        ("What's the emergency number from my room?", "en"),
        ("¿A quién llamo en caso de emergencia?", "es"),
        ("Quel est le numéro d'urgence ?", "fr"),
    ],
)
async def test_who_asks_for_numbers_in_an_emergency_is_told_them(
    place: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(place, turns, text, language)
    assert {"911", "988"} <= {line["phone"] for line in result["help"]}
    assert "911" in result["answer"]
    assert place.phone in result["answer"]
    assert result["citations"] == []
    assert not await database_threads.run(Alert.objects.exists)


@pytest.mark.parametrize(
    "text",
    [
        "What is the phone number of Ballo?",
        "Which emergency exit is nearest to Ballo, and what is its number?",
        "What is the hotline for show tickets?",
    ],
)
async def test_other_numbers_are_looked_up(
    place: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(place, turns, text, "en")
    assert result["guardrail"] != "help_numbers"
