"""Who wants a room at a price hears which there are, though none is booked here."""

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
