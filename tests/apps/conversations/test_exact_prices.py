"""Guests ask for a price or a tax in one word: the amount comes first."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


@adds_rows
def buffet(resort: Property) -> None:
    factories.RestaurantFactory.create(
        property=resort,
        name="Maple Buffet",
        slug="maple-buffet",
        price_band=2,
        details="Dinner is $32.95, brunch is $26.95, and children pay half.",
    )
    factories.FaqEntryFactory.create(
        property=resort,
        name="Is there a resort fee?",
        answer="No, we charge no resort fee. A lodging tax of 11 percent is added.",
    )
    embed_all()


async def test_an_amount_comes_before_a_price_band(
    buffet: Property, turns: TurnRunner
) -> None:
    result = await ask(buffet, turns, "price of the maple buffet?", "en")
    assert result["answer"].startswith("Maple Buffet: Dinner is $32.95")


async def test_no_is_not_said_to_another_question_than_that_of_the_record(
    buffet: Property, turns: TurnRunner
) -> None:
    result = await ask(buffet, turns, "lodging tax?", "en")
    assert result["answer"].startswith("A lodging tax of 11 percent")
