"""The silent plan: used for the next turn, dropped when it comes too late."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from apps.conversations.models import Conversation, Turn
from apps.conversations.turns import store
from apps.conversations.turns.active_turn import ActiveTurn, Answer, TurnRequest
from apps.conversations.turns.graph_runs import background_plan
from apps.guests import profile
from apps.guests.extraction.findings import FoundFact, Reading
from apps.guests.models import Guest
from apps.infrastructure import loop_clients
from apps.properties.flags import Flags
from apps.properties.models import Property
from tests import factories
from tests.fakes.gemini import Failure, GeminiServer

PLAN = {
    "next_topic": "companions",
    "extraction_targets": ["children_ages"],
    "offer_readiness": 0.1,
    "conversation_note": "Ask whether the children come along.",
}


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


def plan(
    ask: TurnRequest, turn_id: UUID, turn_flags: Flags | None = None
) -> dict[str, Any] | None:
    """Plans after this turn; what the next question of the thread is handed."""

    async def make() -> None:
        await background_plan.plan(ActiveTurn(turn_id, ask, flags=turn_flags or {}))
        await loop_clients.close()

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


def tell_facts(ask: TurnRequest, *facts: FoundFact) -> None:
    """The guest of the thread has told these facts."""
    guest = Guest.objects.create(property_id=ask.property_id)
    Conversation.objects.filter(pk=ask.thread_id).update(guest=guest)
    profile.note(guest, Reading(facts), uuid4(), "en", timezone.now())


def test_the_planner_reads_what_the_guest_has_told(
    ask: TurnRequest, answered: UUID, gemini: GeminiServer
) -> None:
    tell_facts(ask, FoundFact("dietary_needs", ["vegan"], "I'm vegan", 0.9))
    gemini.structured = {"WhisperPlan": PLAN}
    plan(ask, answered)
    prompt = json.dumps(gemini.requests[-1].body, ensure_ascii=False)
    assert "Food: vegan" in prompt
    assert "0.11 of the profile is known" in prompt
    assert "companions, occasions, offer_ready" in prompt


def test_it_reads_nothing_of_the_guest_where_the_property_remembers_nobody(
    ask: TurnRequest, answered: UUID, gemini: GeminiServer
) -> None:
    tell_facts(ask, FoundFact("dietary_needs", ["vegan"], "I'm vegan", 0.9))
    gemini.structured = {"WhisperPlan": PLAN}
    plan(ask, answered, {"memory": False})
    assert "vegan" not in str(gemini.requests[-1].body)


def test_it_never_asks_for_what_was_told(
    ask: TurnRequest, answered: UUID, gemini: GeminiServer
) -> None:
    tell_facts(ask, FoundFact("children_ages", [4], "my son is 4", 0.9))
    targets = ["children_ages", "companions", "shoe_size"]
    gemini.structured = {"WhisperPlan": {**PLAN, "extraction_targets": targets}}
    new_plan = plan(ask, answered)
    assert new_plan
    assert new_plan["next_topic"] == ""
    assert new_plan["extraction_targets"] == []


def test_little_known_is_no_readiness_for_offers(
    ask: TurnRequest, answered: UUID, gemini: GeminiServer
) -> None:
    gemini.structured = {"WhisperPlan": {**PLAN, "offer_readiness": 7}}
    new_plan = plan(ask, answered)
    assert new_plan
    assert new_plan["offer_readiness"] == 0.2


def test_it_asks_nothing_after_a_refusal(
    ask: TurnRequest, answered: UUID, gemini: GeminiServer
) -> None:
    Turn.objects.filter(pk=answered).update(route="gambling_advice")
    gemini.structured = {"WhisperPlan": PLAN}
    quiet = {"next_topic": "", "extraction_targets": [], "offer_readiness": 0.0}
    assert plan(ask, answered) == {**PLAN, **quiet}


@pytest.mark.parametrize(
    "trouble", [{"route": "complaint"}, {"guardrail": "responsible_gaming"}]
)
def test_a_guest_who_had_trouble_is_ready_for_no_offer(
    ask: TurnRequest,
    answered: UUID,
    gemini: GeminiServer,
    trouble: dict[str, str],
) -> None:
    Turn.objects.filter(pk=answered).update(**trouble)
    latest = answer(replace(ask, client_id=uuid4()))
    gemini.structured = {"WhisperPlan": {**PLAN, "offer_readiness": 0.2}}
    new_plan = plan(ask, latest)
    assert new_plan
    assert new_plan["offer_readiness"] == 0.0
    assert new_plan["next_topic"] == "companions"
