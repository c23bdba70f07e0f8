"""A guest who hopes that something is no problem asks whether it is one."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
LENT = "Wheelchairs are lent for free at the bell desk."


@adds_rows
def accessible(resort: Property) -> None:
    factories.FaqEntryFactory.create(
        property=resort,
        name="What is there for guests with disabilities?",
        aliases=["accessibility", "wheelchair"],
        answer=LENT,
    )
    embed_all()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("my wife is disabled, so I hope there won't be any problems with that", "en"),
        ("My husband uses a wheelchair. Hopefully that's ok!", "en"),
        ("my mother is in a wheelchair, is that ok", "en"),
        ("we bring a friend with a disability, hope that won't be an issue", "en"),
        ("mi esposa es discapacitada, espero que no sea un problema", "es"),
        ("ma femme est handicapée, j'espère que ça ne pose pas de problème", "fr"),
    ],
)
async def test_it_tells_what_there_is_for_guests_with_disabilities(
    accessible: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(accessible, turns, text, language)
    assert LENT.removesuffix(".") in result["answer"]


@pytest.mark.parametrize(
    "text", ["my wife uses a wheelchair", "We hope for sunshine, we are four people."]
)
async def test_who_asks_nothing_is_told_nothing_of_it(
    accessible: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(accessible, turns, text, "en")
    assert LENT not in result["answer"]
