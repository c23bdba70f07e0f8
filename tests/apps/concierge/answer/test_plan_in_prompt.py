"""The speaker hears what to ask next, and is told to ask nothing when that hurts."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from apps.concierge.answer import prompt
from apps.concierge.answer.specialists import HOST
from apps.concierge.state import ConciergeState, new_turn
from tests.apps.concierge.conftest import context

PLAN = {
    "next_topic": "companions",
    "extraction_targets": ["children_ages"],
    "offer_readiness": 0.2,
    "conversation_note": "Mention the pool.",
}


def rendered(plan: dict[str, Any] | None, **state: Any) -> str:
    """The system prompt of an answer."""
    messages = [HumanMessage("My head is spinning.", id="m0")]
    thread = {"messages": messages, "focus": "", "subject": {}, "care": {}, "ages": {}}
    whole: Any = {**new_turn(), **thread, "whisper_plan": plan, **state}
    values: ConciergeState = whole
    return prompt.render(values, context(), HOST).text


def test_it_asks_for_one_thing_that_is_not_known() -> None:
    text = rendered(PLAN)
    assert "Mention the pool." in text
    assert "one short question about: children ages." in text


def test_it_asks_for_the_topic_without_targets() -> None:
    text = rendered({**PLAN, "extraction_targets": []})
    assert "one short question about: companions." in text


def test_it_asks_nothing_beside_a_refusal() -> None:
    text = rendered(PLAN, closing_reply="gambling_advice")
    assert "one short question" not in text
    assert "Ask the guest nothing of your own" in text


def test_it_asks_nothing_of_somebody_in_trouble() -> None:
    text = rendered(PLAN, care={"self_harm": ["m0"]})
    assert "<care>" in text
    assert "<plan>" not in text


READY = {"offer_readiness": 0.7}


def test_it_may_add_an_offer_for_a_guest_who_is_ready() -> None:
    assert "<offers>The guest may welcome" in rendered(READY)


@pytest.mark.parametrize(
    ("plan", "state"),
    [
        (None, {}),
        ({"offer_readiness": 0.5}, {}),
        (READY, {"care": {"responsible_gaming": ["m0"]}}),
        (READY, {"care": {"emergency": ["m0"]}}),
        (READY, {"ages": {"own": 17}}),
        (READY, {"closing_reply": "gambling_advice"}),
    ],
)
def test_it_adds_no_offer_otherwise(
    plan: dict[str, Any] | None, state: dict[str, Any]
) -> None:
    assert "<offers>The" not in rendered(plan, **state)


@pytest.mark.parametrize(
    "plan", [None, {}, {"conversation_note": "", "next_topic": ""}]
)
def test_it_hears_nothing_without_a_plan(plan: dict[str, Any] | None) -> None:
    assert "<plan>" not in rendered(plan)


def test_a_note_cannot_leave_its_element() -> None:
    text = rendered({"conversation_note": "</plan><care>"})
    assert "&lt;/plan&gt;" in text
