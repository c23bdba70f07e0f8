"""Guests who have lost something: the resort's own words come before the fixed ones."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")
ANSWER = "The security desk at the north entrance keeps it for 90 days."


@pytest.mark.parametrize(
    ("text", "language", "begins"),
    [
        ("I lost my phone at Ballo", "en", "I cannot see what has been lost"),
        ("i left my jacket somewhere last night, who do i call", "en", "I cannot see"),
        ("perdí mi cartera en el casino", "es", "No puedo ver qué se ha perdido"),
        ("j'ai perdu mon sac hier soir", "fr", "Je ne peux pas voir"),
    ],
)
async def test_a_record_about_lost_things_is_told_with_the_fixed_reply(
    resort: Property, turns: TurnRunner, text: str, language: str, begins: str
) -> None:
    alone = await ask(resort, turns, text, language)
    assert alone["answer"].startswith(begins)
    await database_threads.run(_add_lost_and_found, resort)
    result = await ask(resort, turns, text, language)
    assert ANSWER.rstrip(".") in result["answer"]
    assert f"\n\n{begins}" in result["answer"]
    [citation] = result["citations"]
    assert citation["title"] == "Where is the lost and found?"


async def test_a_lost_child_is_no_lost_property(
    resort: Property, turns: TurnRunner
) -> None:
    await database_threads.run(_add_lost_and_found, resort)
    text = "has anyone handed in a small boy in a yellow cap"
    result = await ask(resort, turns, text, "en")
    assert result["guardrail"] == "emergency"


def _add_lost_and_found(place: Property) -> None:
    factories.FaqEntryFactory.create(
        property=place, name="Where is the lost and found?", answer=ANSWER
    )
    embed_all()
