"""Alice asks what the records do not hold, and Sam sees it at once."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")
GAPS = "/admin/gaps/"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Can I rent a helicopter for a tour?", "en"),
        ("¿Dónde puedo alquilar un helicóptero?", "es"),
    ],
)
async def test_a_question_that_finds_nothing_is_a_gap_at_once(
    resort: Property, turns: TurnRunner, sam: Client, text: str, language: str
) -> None:
    result = await ask(resort, turns, text, language)
    assert resort.phone in result["answer"]
    assert text in await database_threads.run(_page, sam)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("we had a long drive from Boston", "en"),
        ("Hi! My brother is a lawyer", "en"),
        ("we are so excited about the trip", "en"),
        ("mi hermano es abogado", "es"),
    ],
)
async def test_who_only_tells_asks_nothing(
    resort: Property, turns: TurnRunner, sam: Client, text: str, language: str
) -> None:
    await ask(resort, turns, text, language)
    assert text not in await database_threads.run(_page, sam)


@pytest.mark.parametrize(
    "text",
    [
        "I need a helicopter",
        "I'm looking for a place to buy insulin",
        "my helicopter tour",
        "we are four. Where can I rent a helicopter",
        "helicopter tours",
    ],
)
async def test_a_wish_that_finds_nothing_is_a_gap(
    resort: Property, turns: TurnRunner, sam: Client, text: str
) -> None:
    await ask(resort, turns, text, "en")
    assert html.escape(text) in await database_threads.run(_page, sam)


async def test_a_question_with_a_source_is_no_gap(
    resort: Property, turns: TurnRunner, sam: Client
) -> None:
    await ask(resort, turns, "Is parking free?", "en")
    assert "Is parking free?" not in await database_threads.run(_page, sam)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Is parking free, and can I rent a helicopter?", "en"),
        ("any vegan options?", "en"),
        ("¿Dónde puedo comer sin gluten?", "es"),
    ],
)
async def test_a_question_that_is_answered_in_part_is_a_lesser_gap(
    resort: Property, turns: TurnRunner, sam: Client, text: str, language: str
) -> None:
    result = await ask(resort, turns, text, language)
    assert result["citations"]
    page = await database_threads.run(_page, sam)
    assert html.escape(text) in page
    assert "Answered in part" in page


@pytest.mark.parametrize(
    "text",
    [
        "do you do pasta making classes",
        "is the garage tall enough for a truck",
    ],
)
async def test_an_answer_beside_the_point_is_a_lesser_gap(
    resort: Property, turns: TurnRunner, sam: Client, text: str
) -> None:
    result = await ask(resort, turns, text, "en")
    assert result["citations"]
    page = await database_threads.run(_page, sam)
    assert html.escape(text) in page
    assert "Answered in part (1)" in page


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Does Ballo serve vegan Italian food?", "en"),
        ("¿Ballo sirve comida italiana vegana?", "es"),
    ],
)
async def test_a_diet_that_a_place_does_not_tell_of_is_a_gap(
    resort: Property, turns: TurnRunner, sam: Client, text: str, language: str
) -> None:
    await ask(resort, turns, text, language)
    page = await database_threads.run(_page, sam)
    assert html.escape(text) in page
    assert "Answered in part (0)" in page


async def test_what_no_record_mentions_is_a_gap(
    resort: Property, turns: TurnRunner, sam: Client
) -> None:
    result = await ask(resort, turns, "Does Ballo have a chef's table?", "en")
    assert result["answer"].startswith("The records do not mention")
    page = await database_threads.run(_page, sam)
    assert html.escape("Does Ballo have a chef's table?") in page
    assert "Answered in part (0)" in page


def _page(sam: Client) -> str:
    return sam.get(GAPS).content.decode()
