"""The silent plan: used for the next turn, dropped when it comes too late."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from apps.backplane import connections
from apps.conversations import planning, records
from apps.conversations.models import Conversation, Turn
from apps.conversations.records import Answer
from apps.properties.models import Property
from tests import factories
from tests.apps.llm.conftest import _server, gemini
from tests.fakes.gemini import Failure, GeminiServer

__all__ = ["_server", "gemini"]
LEASE = timedelta(minutes=1)
PLAN = {
    "next_topic": "dining",
    "extraction_targets": ["kids_ages"],
    "offer_readiness": 0.2,
    "conversation_note": "Ask whether the children come along.",
}


@pytest.fixture
def answered(transactional_db: None, resort_place: Property) -> Turn:
    thread = Conversation.objects.create(property=resort_place)
    turn, _ = records.begin(thread, uuid4(), "Any pool?", "en", LEASE, timezone.now())
    records.finish(turn.pk, Turn.Status.DONE, Answer("Yes, a heated one."))
    return turn


@pytest.fixture
def resort_place(transactional_db: None) -> Property:
    place: Property = factories.PropertyFactory.create()
    return place


def plan(turn: Turn) -> dict[str, Any] | None:
    async def make() -> None:
        await planning.plan(turn.conversation_id, turn.pk)
        await connections.close()

    async_to_sync(make)()
    return planning.latest(Conversation.objects.get(pk=turn.conversation_id))


def test_it_plans_the_next_turn(answered: Turn, gemini: GeminiServer) -> None:
    gemini.structured = {"WhisperPlan": PLAN}
    assert plan(answered) == PLAN


def test_it_has_no_plan_when_the_planner_fails(
    answered: Turn, gemini: GeminiServer
) -> None:
    gemini.script(Failure(500), Failure(500), on="generate")
    assert plan(answered) is None


def test_it_drops_a_plan_that_comes_too_late(
    answered: Turn, gemini: GeminiServer
) -> None:
    gemini.structured = {"WhisperPlan": PLAN}
    thread = answered.conversation
    later, _ = records.begin(thread, uuid4(), "And a spa?", "en", LEASE, timezone.now())
    records.finish(later.pk, Turn.Status.DONE, Answer("Two."))
    assert plan(answered) is None
