"""A row whose name is in another script too is answered for like any other."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")
NAME = "Beijing House \u5317\u4eac\u697c"
SUSHI = "\u5bff\u53f8"


@adds_rows
def with_beijing(resort: Property) -> None:
    factories.RestaurantFactory.create(
        property=resort, name=NAME, hours=["0-6 00:00-00:00"]
    )
    embed_all()


async def test_its_hours_are_told_without_a_doubt(
    with_beijing: Property, turns: TurnRunner
) -> None:
    result = await ask(with_beijing, turns, f"Is {NAME} open now?", "en")
    assert result["answer"].startswith(f"Yes. {NAME}")


async def test_what_nobody_reads_is_not_affirmed(
    with_beijing: Property, turns: TurnRunner
) -> None:
    result = await ask(with_beijing, turns, f"Does {NAME} serve {SUSHI}?", "en")
    assert not result["answer"].startswith("Yes")
