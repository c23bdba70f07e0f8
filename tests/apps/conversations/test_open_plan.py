"""What a guest has told is not asked again, whenever the plan was made."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from apps.concierge.guest_memory import NoMemory
from apps.conversations.turns.active_turn import ActiveTurn, TurnRequest
from apps.conversations.turns.memory import open_plan
from apps.guests import extraction

PLAN = {"next_topic": "companions", "extraction_targets": ["children", "companions"]}


def plan_for(text: str, plan: dict[str, Any]) -> dict[str, Any]:
    request = TurnRequest(1, uuid4(), uuid4(), text, "en")
    reading = extraction.facts_in(text, "en", timezone.now())
    turn = ActiveTurn(uuid4(), request, plan=plan, reading=reading)
    open_for_turn = open_plan.of(turn, NoMemory())
    assert open_for_turn is not None
    return open_for_turn


def test_it_asks_for_what_is_still_open() -> None:
    assert plan_for("Is parking free?", PLAN) == PLAN


def test_a_fact_of_this_very_message_is_known() -> None:
    plan = plan_for("We bring two kids. Is parking free?", PLAN)
    assert plan["next_topic"] == "companions"
    assert plan["extraction_targets"] == ["companions"]


@pytest.mark.parametrize("targets", [["party_size"], []])
def test_a_topic_of_which_all_is_told_is_closed(targets: list[str]) -> None:
    plan = {"next_topic": "party_size", "extraction_targets": targets}
    assert plan_for("There are four of us.", plan)["next_topic"] == ""
