"""Guests compare prices: where the records hold none, the answer says so."""

from __future__ import annotations

import pytest

from apps.catalog.models import Amenity
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask, ask_in_turn

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


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "How much is Mandara Spa?"),
        ("en", "Can I buy a day pass for Mandara Spa?"),
        ("es", "\u00bfCu\u00e1nto cuesta Mandara Spa?"),
    ],
)
async def test_who_asks_for_a_price_that_is_missing_sees_where_to_book(
    spas: Property, turns: TurnRunner, language: str, text: str
) -> None:
    link = "https://example.com/mandara"
    await Amenity.objects.filter(name="Mandara Spa").aupdate(booking_link=link)
    await database_threads.run(embed_all)
    result = await ask(spas, turns, text, language)
    assert [card["booking"] for card in result["cards"]] == [link]


async def test_rows_with_prices_are_compared(spas: Property, turns: TurnRunner) -> None:
    result = await ask(spas, turns, "which is cheaper, Ballo or Tuscany?", "en")
    assert "no prices" not in result["answer"]
    assert result["answer"].index("Ballo") < result["answer"].index("Tuscany")


async def test_a_row_that_lacks_its_price_is_named(
    spas: Property, turns: TurnRunner
) -> None:
    result = await ask(spas, turns, "which is cheaper, Ballo or Cedar Spa?", "en")
    assert result["answer"].startswith("The records hold no prices of Cedar Spa, so")


async def test_no_price_is_missed_where_none_is_asked_for(
    two_restaurants: Property, turns: TurnRunner
) -> None:
    summary = "Race electric karts indoors at up to 45 MPH."
    await database_threads.run(_add_amenity, two_restaurants, "Monza", summary)
    texts = ("tell me about Monza", "how fast do they go")
    _, result = await ask_in_turn(two_restaurants, turns, *texts)
    assert "45 MPH" in result["answer"]


def _add_amenity(place: Property, name: str, summary: str) -> None:
    factories.AmenityFactory.create(property=place, name=name, summary=summary)
    embed_all()
