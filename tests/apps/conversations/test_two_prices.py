"""Guests who write Spanish or French hear every price of what they ask about."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")
ANSWER = "Self-parking is free in both garages. Valet parking is to be had for a fee."


@adds_rows
def garages(resort: Property) -> None:
    factories.FaqEntryFactory.create(
        property=resort, name="What does parking cost?", answer=ANSWER
    )
    resort.items.filter(name="Is parking free?").delete()
    embed_all()


@pytest.mark.parametrize(
    ("text", "language"),
    [("combien coûte le parking ?", "fr"), ("¿cuánto cuesta el parking?", "es")],
)
async def test_a_free_garage_does_not_hide_the_fee_of_the_other(
    garages: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(garages, turns, text, language)
    assert ANSWER.rstrip(".") in result["answer"]
    assert not result["answer"].startswith(("C'est gratuit", "Es gratis"))


async def test_the_price_of_one_thing_is_quoted_alone(
    garages: Property, turns: TurnRunner
) -> None:
    result = await ask(garages, turns, "le parking est gratuit ?", "fr")
    assert "C'est gratuit" in result["answer"]
    assert "Valet" not in result["answer"]
