"""Guests who ask before the records have their vectors are told nothing false."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.catalog.models import Amenity
from apps.conversations.turns.runner import TurnRunner
from apps.conversations.turns.search import index_wait
from apps.infrastructure import database_threads
from apps.knowledge.models import Embedding
from apps.properties.models import Property
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")
ROOM_SERVICE = "I don't want to go out tonight, is there room service?"
QUESTION = "do i have to pay for parking"


@pytest.fixture
def being_indexed(resort: Property) -> Property:
    """The rows as `make run` leaves them before their vectors are computed."""
    Embedding.objects.update(
        vector=None,
        sentence_vectors=None,
        statement_vectors=None,
        state="pending",
        created_at=timezone.now(),
    )
    return resort


async def test_a_question_waits_for_the_vectors(
    being_indexed: Property, turns: TurnRunner, settings: Settings
) -> None:
    settings.INDEX_WAIT_SECONDS = 20
    turn = asyncio.create_task(ask(being_indexed, turns, QUESTION))
    await asyncio.sleep(1)
    assert not turn.done()
    await database_threads.run(embed_all)
    result = await turn
    assert result["answer"].startswith("No. Self-parking is free")
    assert [one["title"] for one in result["citations"]] == ["Is parking free?"]


async def test_a_question_waits_for_the_last_vectors_of_the_first_index(
    demo: Property, turns: TurnRunner, settings: Settings
) -> None:
    settings.INDEX_WAIT_SECONDS = 20
    await Embedding.objects.aupdate(embedded_at=timezone.now())
    await Embedding.objects.filter(passage__title="Room service").aupdate(
        vector=None,
        sentence_vectors=None,
        statement_vectors=None,
        state="pending",
        embedded_at=None,
    )
    turn = asyncio.create_task(ask(demo, turns, ROOM_SERVICE))
    await asyncio.sleep(1)
    assert not turn.done()
    await database_threads.run(embed_all)
    result = await turn
    assert result["answer"].startswith("Yes. Room service: ")
    assert "brings food to your room by day and by night" in result["answer"]
    assert [one["title"] for one in result["citations"]] == ["Room service"]


async def test_an_edit_of_an_indexed_row_is_not_waited_for(
    demo: Property, turns: TurnRunner, settings: Settings
) -> None:
    settings.INDEX_WAIT_SECONDS = 60
    row = await Amenity.objects.aget(property=demo, name="Room service")
    row.summary = "Our kitchen brings pancakes to your room."
    await row.asave()
    assert await Embedding.objects.filter(passage__item=row, vector=None).aexists()
    async with asyncio.timeout(15):
        result = await ask(demo, turns, "Does room service bring pancakes?")
    assert "pancakes" in result["answer"]


async def test_a_question_that_has_waited_long_enough_is_asked_to_come_again(
    being_indexed: Property, turns: TurnRunner, settings: Settings
) -> None:
    settings.INDEX_WAIT_SECONDS = 1
    result = await ask(being_indexed, turns, QUESTION)
    assert result["answer"].startswith("I am still getting to know the records")
    assert being_indexed.phone in result["answer"]
    assert result["citations"] == []


async def test_an_emergency_waits_for_nothing(
    being_indexed: Property, turns: TurnRunner, settings: Settings
) -> None:
    settings.INDEX_WAIT_SECONDS = 60
    async with asyncio.timeout(15):
        result = await ask(being_indexed, turns, "there is a fire in my room")
    assert result["guardrail"] == "emergency"


async def test_an_index_that_nobody_makes_is_not_waited_for(
    being_indexed: Property, turns: TurnRunner, settings: Settings
) -> None:
    settings.INDEX_WAIT_SECONDS = 60
    await Embedding.objects.aupdate(created_at="2026-01-01T00:00:00Z", embedded_at=None)
    async with asyncio.timeout(15):
        result = await ask(being_indexed, turns, "Is parking free?")
    assert "self-parking is free" in result["answer"]


async def test_an_index_that_will_not_come_is_looked_for_once(
    being_indexed: Property, turns: TurnRunner, settings: Settings
) -> None:
    settings.INDEX_WAIT_SECONDS = 60
    await Embedding.objects.aupdate(created_at="2026-01-01T00:00:00Z", embedded_at=None)
    is_indexed = index_wait._is_being_indexed
    with patch.object(index_wait, "_is_being_indexed", wraps=is_indexed) as look:
        await ask(being_indexed, turns, "Is parking free?")
        await ask(being_indexed, turns, "Is Ballo open?")
        assert look.call_count == 1
        await database_threads.run(embed_all)
        await Embedding.objects.filter(passage__title="Is parking free?").aupdate(
            statement_vectors=None, created_at=timezone.now()
        )
        await ask(being_indexed, turns, "Is parking free?")
        assert look.call_count == 2
