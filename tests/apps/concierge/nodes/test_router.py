"""What the router takes a message for, and the fixed words that Alice gets."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from tests.apps.concierge.conftest import BALLO, PreparedSearch, RunGraph, context

PHONE = "1-888-226-7711"


class SearchWithAges(PreparedSearch):
    def facets(self, row: int) -> dict[str, str]:
        return {"minimum_age": "18"} if row == 7 else {}

    def cancel(self) -> None:
        """The names of rows are known without a search."""


@pytest.mark.parametrize(
    ("text", "language", "route"),
    [
        ("the AC in 1204 is broken", "en", "complaint"),
        ("there is no hot water in our shower", "en", "complaint"),
        ("la ducha no funciona", "es", "complaint"),
        ("ma chambre est sale", "fr", "complaint"),
        ("I lost my wallet somewhere near the slots", "en", "lost_property"),
        ("perdí mi teléfono", "es", "lost_property"),
        ("j'ai perdu mon sac", "fr", "lost_property"),
    ],
)
async def test_it_says_whom_to_call_about_trouble(
    run_graph: RunGraph, without_key: None, text: str, language: str, route: str
) -> None:
    search = PreparedSearch(BALLO, answerable=0.1)
    run = await run_graph(text, context(search=search, language=language))
    assert run.nodes == ["compliance_gate", "router", "off_topic"]
    assert run.state["query_type"] == route
    assert run.state["answer_kind"] == "notice"
    assert PHONE in run.answer


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("thanks a lot!", "thanks"),
        ("merci beaucoup", "thanks"),
        ("haha you are funny", "small_talk"),
    ],
)
async def test_it_answers_courtesies_without_a_lookup(
    run_graph: RunGraph, without_key: None, text: str, route: str
) -> None:
    search = PreparedSearch(BALLO, answerable=0.1)
    run = await run_graph(text, context(search=search))
    assert run.nodes == ["compliance_gate", "router", "greeting"]
    assert run.state["query_type"] == route
    assert run.answer.count(".") <= 2


async def test_it_takes_leave_of_who_says_goodbye(
    run_graph: RunGraph, without_key: None
) -> None:
    search = PreparedSearch(BALLO, answerable=0.1)
    run = await run_graph("goodbye", context(search=search))
    assert run.answer.startswith("You are very welcome")


@pytest.mark.parametrize(
    "text",
    [
        "thanks! and when does the pool close",
        "hi, do you have a gym?",
        "do we need a reservation?",
        "where can I cash in my chips",
        "a massage for two, is that possible",
        "what is the minimum bet at the craps table",
    ],
)
async def test_it_looks_questions_up(
    run_graph: RunGraph, without_key: None, text: str
) -> None:
    run = await run_graph(text, context(BALLO))
    assert "retrieve" in run.nodes


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("Can you book me a table at Ballo at 8?", "action_request"),
        ("What is the best way to win at roulette?", "gambling_advice"),
        ("What does he cook?", "property_qa"),
    ],
)
async def test_a_record_overrules_a_doubtful_intent_only(
    text: str, route: str, run_graph: RunGraph, without_key: None
) -> None:
    search = PreparedSearch(BALLO, answerable=0.9)
    run = await run_graph(text, context(search=search))
    assert run.state["query_type"] == route


async def test_a_row_of_the_resort_is_never_off_topic(
    run_graph: RunGraph, without_key: None
) -> None:
    """Elsewhere, Ballo's neighbour Tuscany is a region with a weather of its own."""
    row: dict[str, Any] = {**BALLO["metadata"], "item_name": "Tuscany"}  # type: ignore[dict-item]
    tuscany = {**BALLO, "metadata": row}
    unlikely = PreparedSearch(tuscany, answerable=0.01)
    run = await run_graph("what's the weather in Tuscany", context(search=unlikely))
    assert run.state["query_type"] == "property_qa"
    elsewhere = PreparedSearch(BALLO, answerable=0.01)
    run = await run_graph("what's the weather in Tuscany", context(search=elsewhere))
    assert run.state["query_type"] == "off_topic"


async def test_it_begins_with_the_age_at_the_place_that_is_named(
    run_graph: RunGraph,
) -> None:
    text = "my brother is 17, can he drink at Ballo?"
    run = await run_graph(text, context(search=SearchWithAges(BALLO)))
    assert run.state["guardrail"] == "age_verification"
    assert run.answer.startswith("Ballo is for guests of 18 and older. In Connecticut")
    run = await run_graph(text, context(BALLO))
    assert run.answer.startswith("In Connecticut")


async def test_what_is_asked_after_an_age_may_be_an_age(run_graph: RunGraph) -> None:
    run = await run_graph("my brother is 17, can he drink at Ballo?", context(BALLO))
    assert run.state["subject"]["topic"] == "age"


@pytest.mark.parametrize(
    ("wish", "assent", "language"),
    [
        ("book me a table at Ballo", "yes please", "en"),
        ("can you reserve a room for 4", "sure, go ahead", "en"),
        ("resérvame una mesa en Ballo", "sí, por favor", "es"),
        ("réservez-moi une table", "oui, merci", "fr"),
    ],
)
async def test_it_looks_up_what_it_has_offered_to_look_up(
    run_graph: RunGraph, without_key: None, wish: str, assent: str, language: str
) -> None:
    search = PreparedSearch(BALLO, answerable=0.1)
    run = await run_graph(wish, context(search=search, language=language))
    assert run.state["query_type"] == "action_request"
    search = PreparedSearch(BALLO, answerable=0.9)
    after = await run_graph(
        assent,
        context(search=search, language=language),
        "m2",
        messages=[*run.state["messages"], HumanMessage(assent, id="m2")],
    )
    assert search.text == wish
    assert after.state["query_type"] == "property_qa"
    assert "Ballo" in after.answer


async def test_it_takes_a_yes_for_no_wish_where_nothing_was_offered(
    run_graph: RunGraph, without_key: None
) -> None:
    search = PreparedSearch(BALLO, answerable=0.9)
    run = await run_graph("hello", context(search=search))
    search = PreparedSearch(BALLO, answerable=0.9)
    messages = [*run.state["messages"], HumanMessage("yes please", id="m2")]
    await run_graph("yes please", context(search=search), "m2", messages=messages)
    assert search.text == "yes please"
