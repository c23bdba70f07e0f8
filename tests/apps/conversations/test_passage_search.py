"""Questions to a property whose records have nothing to tell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from apps.catalog.models import Promo
from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all

pytestmark = pytest.mark.usefixtures("closed_connections", "without_key")


async def test_it_answers_for_a_property_without_any_row(
    transactional_db: None,
) -> None:
    place = await database_threads.run(factories.PropertyFactory.create)
    answer = await ask(place, "Is there a pool?")
    assert place.phone in answer


async def test_it_tells_nothing_of_an_offer_that_has_ended(resort: Property) -> None:
    await database_threads.run(end_an_offer, resort)
    answer = await ask(resort, "What is the winter getaway?")
    assert "getaway" not in answer.lower()
    assert resort.phone in answer


def end_an_offer(place: Property) -> None:
    ended_at = datetime.now(UTC) - timedelta(days=1)
    factories.PromoFactory.create(
        property=place,
        name="Winter getaway",
        summary="The winter getaway brings breakfast and a late check-out.",
        valid_to=ended_at,
    )
    embed_all()
    assert Promo.objects.filter(property=place).count() == 1


async def ask(place: Property, text: str) -> str:
    conversation = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    result = await single_question.ask(TurnRunner(), conversation, text)
    assert result["status"] == "done"
    return str(result["answer"])
