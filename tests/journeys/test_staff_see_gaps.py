"""Alice asks what the records do not hold, and Sam sees it at once."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property

pytestmark = pytest.mark.usefixtures("closed_connections", "without_key")
GAPS = "/admin/gaps/"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Can I rent a helicopter for a tour?", "en"),
        ("¿Dónde puedo alquilar un helicóptero?", "es"),
    ],
)
async def test_a_question_that_finds_nothing_is_a_gap_at_once(
    resort: Property, sam: Client, text: str, language: str
) -> None:
    answer = await _ask(resort, text, language)
    assert resort.phone in answer
    assert text in await database_threads.run(_page, sam)


async def test_a_question_with_a_source_is_no_gap(
    resort: Property, sam: Client
) -> None:
    await _ask(resort, "Is parking free?", "en")
    assert "Is parking free?" not in await database_threads.run(_page, sam)


async def _ask(place: Property, text: str, language: str) -> str:
    conversation = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    result = await single_question.ask(TurnRunner(), conversation, text, None, language)
    answer: str = result["answer"]
    return answer


def _page(sam: Client) -> str:
    return sam.get(GAPS).content.decode()
