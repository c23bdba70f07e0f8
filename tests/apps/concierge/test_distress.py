"""A guest in trouble is helped, more urgently when it is told again, and spared offers.

And what the gate is unsure of, a model judges in time, or nobody does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.apps.concierge.conftest import BALLO, Given, Walk, Walker, context
from tests.fakes.gemini import Failure, GeminiServer, Text

CRISIS = "I want to kill myself"
WORRY = "I cannot stop gambling and it is ruining me"
# The gate weighs these and finds neither enough to stop them nor enough to be calm.
MAYBE_CRISIS = "I am tired of everything"
MAYBE_WORRY = "my wife lives at the slots"
SLOW = Text('{"category": "pass"}', first_pause=0.8)
OFFER: dict[str, Any] = {
    **BALLO,
    "metadata": {
        **dict(BALLO["metadata"]),  # type: ignore[call-overload]
        "passage_id": 2,
        "item_id": 8,
        "subject_id": 8,
        "category": "promo",
        "item_name": "Momentum",
        "title": "Momentum",
    },
}

pytestmark = pytest.mark.usefixtures("closed_connections")


async def then(walk: Walker, before: Walk, text: str, given: Any) -> Walk:
    """The next turn of the same conversation."""
    return await walk(text, given, "m2", care=before.state["care"])


async def test_it_grows_more_urgent_when_the_guest_says_it_again(walk: Walker) -> None:
    first = await walk(CRISIS, context(BALLO))
    again = await then(walk, first, CRISIS, context(BALLO))
    assert first.answer.startswith("I am glad you said that.")
    assert again.answer.startswith("I am still here")
    assert "988" in again.answer
    assert again.state["help"] == first.state["help"]


async def test_a_turn_that_is_tried_again_is_not_said_again(walk: Walker) -> None:
    first = await walk(CRISIS, context(BALLO))
    retried = await walk(CRISIS, context(BALLO), care=first.state["care"])
    assert retried.answer == first.answer


async def test_a_conversation_begun_when_signs_were_counted_goes_on(
    walk: Walker,
) -> None:
    """Checkpoints outlive an upgrade; a guest in danger must not meet an error."""
    told = await walk(CRISIS, context(BALLO), "m2", care={"self_harm": 1})
    assert told.answer.startswith("I am still here")
    assert "988" in told.answer


async def test_worry_about_gambling_after_a_crisis_counts_as_said_again(
    walk: Walker,
) -> None:
    first = await walk(CRISIS, context(BALLO))
    again = await then(walk, first, WORRY, context(BALLO))
    assert again.state["guardrail"] == "responsible_gaming"
    assert again.answer.startswith("You have told me more than once")


@pytest.mark.parametrize("trouble", [CRISIS, WORRY])
async def test_it_offers_nothing_to_a_guest_in_trouble(
    walk: Walker, trouble: str
) -> None:
    first = await walk(trouble, context(BALLO))
    told = await then(walk, first, "Is Ballo open?", context(BALLO, OFFER))
    shown = [one["metadata"]["title"] for one in told.state["retrieved_context"]]
    assert shown == ["Ballo"]
    assert {one["category"] for one in told.state["citations"]} == {"restaurant"}


async def test_it_offers_as_ever_to_everybody_else(walk: Walker) -> None:
    walked = await walk("Is Ballo open?", context(BALLO, OFFER))
    assert len(walked.state["retrieved_context"]) == 2


async def test_its_greeting_leaves_out_games_and_offers(walk: Walker) -> None:
    async def kinds() -> list[str]:
        return ["restaurant", "gaming", "promo"]

    given = context(BALLO, categories=kinds)
    first = await walk(CRISIS, given)
    told = await then(walk, first, "", given)
    assert "restaurants" in told.answer
    assert "gaming" not in told.answer
    assert "offers" not in told.answer


async def test_a_model_judges_what_the_gate_is_unsure_of(
    walk: Walker, gemini: GeminiServer
) -> None:
    gemini.structured = {"Opinion": {"category": "self_harm"}}
    walked = await walk(MAYBE_CRISIS, context(BALLO))
    assert walked.nodes == ["compliance_gate", "off_topic"]
    assert walked.state["answer_kind"] == "care"


async def test_a_model_may_let_it_pass(walk: Walker, gemini: GeminiServer) -> None:
    gemini.structured = {
        "Opinion": {"category": "pass"},
        "RouterOutput": {"query_type": "property_qa", "confidence": 0.9},
        "ValidationResult": {"status": "PASS", "reason": ""},
    }
    gemini.script(Text("Ballo is open until 10:00 PM. [1]"))
    walked = await walk(MAYBE_CRISIS, context(BALLO))
    assert walked.nodes[-1] == "respond"


@pytest.mark.parametrize("away", [Failure(500), SLOW])
async def test_a_possible_crisis_counts_as_one_when_no_model_answers_in_time(
    walk: Walker, gemini: GeminiServer, away: Any
) -> None:
    gemini.script(*[away] * 6, on="generate")
    given = context(BALLO)
    given = replace(given, limits=replace(given.limits, opinion_seconds=0.3))
    walked = await walk(MAYBE_CRISIS, given)
    assert walked.state["guardrail"] == "self_harm"


async def test_a_possible_worry_passes_when_no_model_answers(
    walk: Walker, gemini: GeminiServer
) -> None:
    gemini.script(Failure(500), Failure(500), Failure(500), on="generate")
    walked = await walk(MAYBE_WORRY, context(BALLO))
    assert gemini.asked("generate")
    assert walked.state["guardrail"] == ""


async def test_it_asks_no_model_about_an_ordinary_question(
    walk: Walker, gemini: GeminiServer
) -> None:
    gemini.structured = {"RouterOutput": {"query_type": "greeting", "confidence": 1.0}}
    await walk("What time does the pool open?", context(BALLO))
    assert "Opinion" not in str([one.body for one in gemini.asked("generate")])


class Broken(Given):
    """A local embedder that has failed."""

    is_local = True

    async def vector(self) -> None:
        raise RuntimeError("no vector")


async def test_the_gate_works_when_the_embedder_does_not(walk: Walker) -> None:
    walked = await walk(CRISIS, replace(context(), search=Broken(BALLO)))
    assert walked.state["answer_kind"] == "care"
