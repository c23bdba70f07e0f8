"""What stands beside an answer: a card for a row, a source alone for a question."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


@pytest.fixture
def suite(resort: Property) -> Property:
    tower = factories.TowerFactory.create(property=resort)
    factories.RoomFactory.create(property=resort, in_tower=tower, size_sqft=650)
    embed_all()
    return resort


async def test_a_room_has_a_card_with_its_tower_and_facts(
    suite: Property, turns: TurnRunner
) -> None:
    result = await ask(suite, turns, "How much is the Junior Suite?")
    [card] = result["cards"]
    assert (card["title"], card["subtitle"]) == ("Junior Suite", "Sky Tower")
    assert list(card["details"]) == ["rate_from", "size_sqft"]
    assert "$299" in card["details"]["rate_from"]


async def test_an_answer_of_staff_has_a_source_and_no_card(
    suite: Property, turns: TurnRunner
) -> None:
    result = await ask(suite, turns, "Is parking free?")
    assert result["cards"] == []
    assert [source["title"] for source in result["citations"]] == ["Is parking free?"]
    assert "[1]" in result["answer"]
