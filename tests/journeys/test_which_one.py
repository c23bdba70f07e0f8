"""When a question may mean several rows, each is told; the guest goes on with one."""

from __future__ import annotations

from datetime import datetime

from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property

EVENING = datetime(2026, 11, 20, 18, 30)  # noqa: DTZ001 - the zone is added


async def test_it_tells_each_and_compares(demo: Property, turns: TurnRunner) -> None:
    """One test for both, because the demo takes long to make."""
    await tells_each_and_goes_on_with_one(turns)
    await compares_what_the_records_say(demo, turns)
    await stays_with_the_place_that_the_guest_points_at(demo, turns)


async def tells_each_and_goes_on_with_one(turns: TurnRunner) -> None:
    foxwoods = await Property.objects.aget(slug="foxwoods")
    at = EVENING.replace(tzinfo=foxwoods.zone)
    thread = await database_threads.run(
        single_question.conversation_of, foxwoods, None, "web"
    )
    answer = await single_question.ask(
        turns, thread, "When does the steakhouse close?", at
    )
    assert "- Cedars Steakhouse: Open Thursday to Monday" in answer["answer"]
    assert "- David Burke Prime: Open Wednesday to Sunday" in answer["answer"]
    answer = await single_question.ask(turns, thread, "the second one", at)
    assert "David Burke Prime: Open now until" in answer["answer"]
    answer = await single_question.ask(turns, thread, "And on Thanksgiving?", at)
    assert "Thanksgiving, Thursday, November 26" in answer["answer"]


async def compares_what_the_records_say(demo: Property, turns: TurnRunner) -> None:
    at = EVENING.replace(tzinfo=demo.zone)
    thread = await database_threads.run(
        single_question.conversation_of, demo, None, "web"
    )
    answer = await single_question.ask(
        turns, thread, "Which is cheaper, Tuscany or Ballo?", at
    )
    assert "Prices at Todd English's Tuscany are fine-dining: $$$$" in answer["answer"]
    assert "Prices at Ballo Italian Restaurant are upscale: $$$" in answer["answer"]
    assert {card["title"] for card in answer["cards"]} == {
        "Todd English's Tuscany",
        "Ballo Italian Restaurant",
    }


async def stays_with_the_place_that_the_guest_points_at(
    demo: Property, turns: TurnRunner
) -> None:
    at = EVENING.replace(tzinfo=demo.zone)
    thread = await database_threads.run(
        single_question.conversation_of, demo, None, "web"
    )
    await single_question.ask(turns, thread, "Tell me about Tuscany", at)
    answer = await single_question.ask(
        turns, thread, "Can we have dinner there tonight?", at
    )
    assert {card["title"] for card in answer["cards"]} == {"Todd English's Tuscany"}
