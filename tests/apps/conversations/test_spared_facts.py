"""A guest may have all forgotten but what he names, which stays."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.apps.conversations.test_memory_requests import (
    FACTS,
    ask,
    live_keys,
    thread_with_facts,
)

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")


@pytest.mark.parametrize(
    "wish",
    [
        "forget everything except my diet",
        "Please forget everything, but keep the diet",
        "delete all my data apart from the diet",
        "keep the diet but forget the rest",
        "Can you forget everything except that I'm vegetarian?",
        "erase all but my diet",
        "Wipe everything. Not the diet!",
        "forget how many we are but not my diet",
        "olvida todo menos mi dieta",
        "Guarda mi dieta y olvida lo demás",
        "borra todos mis datos, pero conserva la dieta",
        "oublie tout sauf mon régime",
        "Gardez mon régime et oubliez le reste",
        "efface toutes mes données à part le régime",
        "Vergiss alles außer meiner Ernährung",
        "Esqueça tudo, menos a minha alimentação",
        "Dimentica tutto tranne la mia dieta",
        "忘记一切除了素食",
    ],
)
async def test_it_keeps_what_is_excepted(
    resort: Property, turns: TurnRunner, wish: str
) -> None:
    thread = await database_threads.run(thread_with_facts, resort)
    answer = await ask(turns, thread, wish)
    assert await live_keys() == ["dietary_needs"]
    assert "there are four of us" in answer


@pytest.mark.parametrize(
    "wish",
    [
        "forget everything except my shoe size",
        "olvida todo salvo mi talla",
        "oublie tout sauf ma pointure",
    ],
)
async def test_it_loses_nothing_where_it_knows_no_such_fact(
    resort: Property, turns: TurnRunner, wish: str
) -> None:
    thread = await database_threads.run(thread_with_facts, resort)
    answer = await ask(turns, thread, wish)
    assert "I'm vegetarian" in answer
    assert "there are four of us" in answer
    assert await live_keys() == sorted(FACTS)
