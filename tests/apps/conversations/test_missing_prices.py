"""Guests compare prices: where the records hold none, the answer says so."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


@pytest.fixture
def spas(two_restaurants: Property) -> Property:
    for name in ("Mandara Spa", "Cedar Spa"):
        factories.AmenityFactory.create(property=two_restaurants, name=name)
    embed_all()
    return two_restaurants


@pytest.mark.parametrize(
    "text",
    [
        "which is cheaper, Mandara Spa or Cedar Spa",
        "is Mandara Spa more expensive than Cedar Spa?",
    ],
)
async def test_rows_without_prices_are_not_compared(
    spas: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(spas, turns, text, "en")
    assert result["answer"].startswith(
        "The records hold no prices of Mandara Spa and Cedar Spa, so I cannot compare"
    )
    assert "1-888-226-7711" in result["answer"]


async def test_rows_with_prices_are_compared(spas: Property, turns: TurnRunner) -> None:
    result = await ask(spas, turns, "which is cheaper, Ballo or Tuscany?", "en")
    assert "no prices" not in result["answer"]
    assert result["answer"].index("Ballo") < result["answer"].index("Tuscany")


async def test_a_row_that_lacks_its_price_is_named(
    spas: Property, turns: TurnRunner
) -> None:
    result = await ask(spas, turns, "which is cheaper, Ballo or Cedar Spa?", "en")
    assert result["answer"].startswith("The records hold no prices of Cedar Spa, so")
