"""A guest who is bored hears what there is to do."""

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
def lanes(resort: Property) -> None:
    for name, summary in (
        ("Bowling Center", "Bowling for all ages."),
        ("Karting", "Adults and children drive."),
    ):
        factories.AmenityFactory.create(
            property=resort, name=name, sort="family", summary=summary
        )
    embed_all()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("we're bored", "en"),
        ("I am bored, what can I do here?", "en"),
        ("im so bored", "en"),
        ("estamos aburridos", "es"),
        ("on s'ennuie", "fr"),
    ],
)
async def test_they_hear_of_activities(
    lanes: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(lanes, turns, text, language)
    assert result["route"] == "property_qa"
    assert "Bowling Center" in result["answer"]
    assert "Karting" in result["answer"]
