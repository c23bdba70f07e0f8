"""A guest in trouble is helped, more urgently when it is repeated, and spared offers.

And what the gate is unsure of, a model judges in time, or nobody does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.apps.concierge.conftest import (
    BALLO,
    GraphRun,
    PreparedSearch,
    RunGraph,
    context,
)
from tests.fakes.gemini import Failure, GeminiServer, Text

CRISIS = "I want to kill myself"
WORRY = "I cannot stop gambling and it is ruining me"
# The gate weighs these and finds neither enough to stop them nor enough to be calm.
MAYBE_CRISIS = "I'm not doing so well tonight"
MAYBE_WORRY = "my husband cannot get enough of the slots"
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


async def then(
    run_graph: RunGraph, before: GraphRun, text: str, turn_context: Any
) -> GraphRun:
    """The next turn of the same conversation."""
    return await run_graph(text, turn_context, "m2", care=before.state["care"])


async def test_it_grows_more_urgent_when_the_guest_says_it_again(
    run_graph: RunGraph,
) -> None:
    first = await run_graph(CRISIS, context(BALLO))
    again = await then(run_graph, first, CRISIS, context(BALLO))
    assert first.answer.startswith("I am glad you said that.")
    assert again.answer.startswith("I am still here")
    assert "988" in again.answer
    assert again.state["help"] == first.state["help"]


async def test_a_turn_that_is_tried_again_is_not_said_again(
    run_graph: RunGraph,
) -> None:
    first = await run_graph(CRISIS, context(BALLO))
    retried = await run_graph(CRISIS, context(BALLO), care=first.state["care"])
    assert retried.answer == first.answer


async def test_a_conversation_begun_when_signs_were_counted_goes_on(
    run_graph: RunGraph,
) -> None:
    """Checkpoints outlive an upgrade; a guest in danger must not meet an error."""
    run = await run_graph(CRISIS, context(BALLO), "m2", care={"self_harm": 1})
    assert run.answer.startswith("I am still here")
    assert "988" in run.answer


async def test_worry_about_gambling_after_a_crisis_counts_as_said_again(
    run_graph: RunGraph,
) -> None:
    first = await run_graph(CRISIS, context(BALLO))
    again = await then(run_graph, first, WORRY, context(BALLO))
    assert again.state["guardrail"] == "responsible_gaming"
    assert again.answer.startswith("You have told me more than once")


@pytest.mark.parametrize("trouble", [CRISIS, WORRY])
async def test_it_offers_nothing_to_a_guest_in_trouble(
    run_graph: RunGraph, trouble: str
) -> None:
    first = await run_graph(trouble, context(BALLO))
    run = await then(run_graph, first, "Is Ballo open?", context(BALLO, OFFER))
    shown = [row["metadata"]["title"] for row in run.state["retrieved_context"]]
    assert shown == ["Ballo"]
    assert {row["category"] for row in run.state["citations"]} == {"restaurant"}


async def test_it_offers_as_ever_to_everybody_else(run_graph: RunGraph) -> None:
    run = await run_graph("Is Ballo open?", context(BALLO, OFFER))
    assert len(run.state["retrieved_context"]) == 2


async def test_its_greeting_leaves_out_games_and_offers(run_graph: RunGraph) -> None:
    async def kinds() -> list[str]:
        return ["restaurant", "gaming", "promo"]

    turn_context = context(BALLO, categories=kinds)
    first = await run_graph(CRISIS, turn_context)
    run = await then(run_graph, first, "", turn_context)
    assert "restaurants" in run.answer
    assert "gaming" not in run.answer
    assert "offers" not in run.answer


async def test_a_model_judges_what_the_gate_is_unsure_of(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.structured = {"Opinion": {"category": "self_harm"}}
    run = await run_graph(MAYBE_CRISIS, context(BALLO))
    assert run.nodes == ["compliance_gate", "off_topic"]
    assert run.state["answer_kind"] == "care"


async def test_a_model_may_let_it_pass(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.structured = {
        "Opinion": {"category": "pass"},
        "RouterOutput": {"query_type": "property_qa", "confidence": 0.9},
        "ValidationResult": {"status": "PASS", "reason": ""},
    }
    gemini.script(Text("Ballo is open until 10:00 PM. [1]"))
    run = await run_graph(MAYBE_CRISIS, context(BALLO))
    assert run.nodes[-1] == "respond"


@pytest.mark.parametrize("away", [Failure(500), SLOW])
async def test_a_possible_crisis_counts_as_one_when_no_model_answers_in_time(
    run_graph: RunGraph, gemini: GeminiServer, away: Any
) -> None:
    gemini.script(*[away] * 6, on="generate")
    turn_context = context(BALLO)
    turn_context = replace(
        turn_context, limits=replace(turn_context.limits, opinion_seconds=0.3)
    )
    run = await run_graph(MAYBE_CRISIS, turn_context)
    assert run.state["guardrail"] == "self_harm"


async def test_a_possible_worry_passes_when_no_model_answers(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.script(Failure(500), Failure(500), Failure(500), on="generate")
    run = await run_graph(MAYBE_WORRY, context(BALLO))
    assert gemini.requests_for("generate")
    assert run.state["guardrail"] == ""


async def test_it_asks_no_model_about_an_ordinary_question(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.structured = {"RouterOutput": {"query_type": "greeting", "confidence": 1.0}}
    await run_graph("What time does the pool open?", context(BALLO))
    assert "Opinion" not in str([row.body for row in gemini.requests_for("generate")])


class Broken(PreparedSearch):
    """A local embedder that has failed."""

    is_local = True

    async def vector(self) -> None:
        raise RuntimeError("no vector")


async def test_the_gate_works_when_the_embedder_does_not(run_graph: RunGraph) -> None:
    run = await run_graph(CRISIS, replace(context(), search=Broken(BALLO)))
    assert run.state["answer_kind"] == "care"
