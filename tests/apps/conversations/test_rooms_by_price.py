"""Who wants a room at a price hears which there are, though none is booked here, and
who asks for the prices those of all rooms."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


@pytest.mark.parametrize(
    "text",
    [
        "room for 4 next sat under 300",
        "a room for four people on friday under $200",
        "rooms for 4 tomorrow, less than 250",
    ],
)
async def test_rooms_for_so_many_at_that_price_are_told(
    rooms: Property, turns: TurnRunner, text: str
) -> None:
    answer = (await ask(rooms, turns, text, "en"))["answer"]
    assert "Earth Queen" in answer
    assert "Sky Loft" not in answer


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "how much are the rooms?"),
        ("en", "what do rooms cost per night"),
        ("en", "How much is a room?"),
        ("en", "what room types do you offer and what are the rates"),
        ("en", "show me rooms and prices"),
        ("es", "¿cuánto cuestan las habitaciones?"),
        ("fr", "combien coûtent les chambres ?"),
    ],
)
async def test_the_price_of_every_room_is_told(
    rooms: Property, turns: TurnRunner, language: str, text: str
) -> None:
    answer = (await ask(rooms, turns, text, language))["answer"]
    assert all(price in answer for price in ("$289", "$149", "$449"))
