"""A resort that has no records yet answers all the same, and says so."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")
TEXTS = [
    "what is the room number of security",
    "how much is it",
    "cheapest room?",
    "difference between the rooms",
    "is it open",
    "phone number of the spa",
    "any comedy tonight",
    "what else",
    "¿qué más tienen?",
]


@pytest.fixture
def new_resort(transactional_db: None) -> Property:
    return factories.PropertyFactory.create()


@pytest.mark.parametrize("text", TEXTS)
async def test_it_says_that_it_finds_nothing(
    new_resort: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(new_resort, turns, text, "en")
    assert new_resort.phone in result["answer"]
