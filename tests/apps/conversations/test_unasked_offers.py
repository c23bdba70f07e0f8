"""An offer that nobody asked for is made to a guest who is ready for it, and once."""

from __future__ import annotations

from typing import Any

import pytest

from apps.catalog.models import Promo
from apps.conversations import single_question
from apps.conversations.models import Conversation, Turn
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
READY = {"offer_readiness": 0.8, "conversation_note": ""}
OFFER = "What does Supper Club offer?"


@adds_rows
def offers(resort: Property) -> None:
    for name, sort in (("Supper Club", "dining"), ("Free Play", Promo.Sort.GAMING)):
        factories.PromoFactory.create(
            property=resort, name=name, sort=sort, summary=f"{name} has its members."
        )
    embed_all()


async def followups(
    place: Property, turns: TurnRunner, plan: dict[str, Any], *texts: str
) -> list[list[str]]:
    """The questions offered under the answers to these texts, the plan before each."""
    conversation = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    offered = []
    for text in texts:
        await database_threads.run(store_plan, conversation, plan)
        result = await single_question.ask(turns, conversation, text, None, "en")
        offered.append(result["followups"])
    return offered


def store_plan(conversation: Conversation, plan: dict[str, Any]) -> None:
    """As the planner stores it after the latest answer."""
    latest = (
        Turn.objects.filter(conversation=conversation).order_by("created_at").last()
    )
    stored = {**plan, "after": str(latest.pk)} if latest else None
    Conversation.objects.filter(pk=conversation.pk).update(whisper_plan=stored)


DRESS = "What is the dress code at Ballo?"


async def test_a_guest_who_is_ready_may_ask_for_an_offer(
    offers: Property, turns: TurnRunner
) -> None:
    first, second, third = await followups(
        offers, turns, READY, "Is parking free?", DRESS, "Is Ballo open?"
    )
    assert OFFER not in first
    assert OFFER in second
    assert OFFER not in third


@pytest.mark.parametrize(
    ("plan", "opening"),
    [
        ({**READY, "offer_readiness": 0.5}, "Is parking free?"),
        (READY, "I'm 17. Is parking free?"),
        (READY, "I lost my rent money gambling and can't stop."),
    ],
)
async def test_others_are_offered_nothing(
    offers: Property, turns: TurnRunner, plan: dict[str, Any], opening: str
) -> None:
    _, offered = await followups(offers, turns, plan, opening, DRESS)
    assert OFFER not in offered


async def test_an_offer_that_is_asked_for_is_always_answered(
    offers: Property, turns: TurnRunner
) -> None:
    (answer,) = await ask_in_turn(offers, turns, OFFER)
    assert "Supper Club has its members" in answer["answer"]
