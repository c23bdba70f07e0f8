"""The silent plan: used for the next turn, dropped when it comes too late."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from asgiref.sync import async_to_sync

from apps.conversations.models import Turn
from apps.conversations.turns import background_plan, store
from apps.conversations.turns.active_turn import Answer, TurnRequest
from apps.infrastructure import connections
from apps.properties.models import Property
from tests import factories
from tests.fakes.gemini import Failure, GeminiServer

PLAN = {"conversation_note": "Ask whether the children come along."}


@pytest.fixture
def ask(resort_place: Property) -> TurnRequest:
    return TurnRequest(resort_place.pk, uuid4(), uuid4(), "Any pool?", "en")


@pytest.fixture
def answered(ask: TurnRequest) -> UUID:
    return answer(ask)


def answer(ask: TurnRequest) -> UUID:
    begun = store.begin(ask, may_run=True)
    store.finish(begun.id, 1, Turn.Status.DONE, Answer("Yes, a heated one."))
    return begun.id


@pytest.fixture
def resort_place(transactional_db: None) -> Property:
    place: Property = factories.PropertyFactory.create()
    return place


def plan(ask: TurnRequest, turn_id: UUID) -> dict[str, Any] | None:
    """Plans after this turn; what the next question of the thread is handed."""

    async def make() -> None:
        await background_plan.plan(ask.property_id, ask.thread_id, turn_id)
        await connections.close()

    async_to_sync(make)()
    return store.begin(replace(ask, client_id=uuid4()), may_run=True).plan


def test_it_plans_the_next_turn(
    ask: TurnRequest, answered: UUID, gemini: GeminiServer
) -> None:
    gemini.structured = {"WhisperPlan": PLAN}
    assert plan(ask, answered) == PLAN


def test_it_has_no_plan_when_the_planner_fails(
    ask: TurnRequest, answered: UUID, gemini: GeminiServer
) -> None:
    gemini.script(Failure(500), Failure(500), on="generate")
    assert plan(ask, answered) is None


def test_it_drops_a_plan_that_comes_too_late(
    ask: TurnRequest, answered: UUID, gemini: GeminiServer
) -> None:
    gemini.structured = {"WhisperPlan": PLAN}
    answer(replace(ask, client_id=uuid4()))
    assert plan(ask, answered) is None
