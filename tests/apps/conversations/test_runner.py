"""Turns wait for a place and give it back, also when one is stopped or sent again."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest
from pytest_django import Settings

from apps.conversations.models import Turn
from apps.conversations.stream.events import Event
from apps.conversations.stream.redis_stream import EVENTS_PER_ATTEMPT
from apps.conversations.stream.turn_stream import follow
from apps.conversations.turns import runner, store
from apps.conversations.turns.active_turn import TurnRequest
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property

pytestmark = pytest.mark.usefixtures("closed_connections")


@pytest.fixture
def full_house(settings: Settings) -> TurnRunner:
    """A process all of whose places are taken, with room for two that wait."""
    settings.MAX_WAITING_TURNS = 2
    turns = TurnRunner()
    while turns.capacity.take():
        pass
    return turns


async def test_it_goes_on_when_a_place_frees_as_its_waiter_stops(
    full_house: TurnRunner, resort: Property
) -> None:
    stopped = await full_house.take(question(resort))
    answered = await full_house.take(question(resort))
    await both_wait(full_house)
    full_house.stop(stopped)
    full_house.capacity.give_back()
    async with asyncio.timeout(20):
        await full_house.settled()
    assert (await Turn.objects.aget(pk=stopped)).status == Turn.Status.STOPPED
    assert (await Turn.objects.aget(pk=answered)).status == Turn.Status.DONE
    assert full_house.capacity.take()


async def test_it_waits_for_a_place_with_a_failed_question_that_is_sent_again(
    full_house: TurnRunner, resort: Property
) -> None:
    request = question(resort)
    await fail(request)
    turn_id = await full_house.take(request)
    full_house.capacity.give_back()
    async with asyncio.timeout(20):
        await full_house.settled()
    assert (await Turn.objects.aget(pk=turn_id)).status == Turn.Status.DONE
    assert full_house.capacity.take()
    assert not full_house.capacity.take()


async def test_it_numbers_a_second_answer_behind_the_events_of_the_first(
    resort: Property,
) -> None:
    own_turns, request = TurnRunner(), question(resort)
    await fail(request)
    events = await events_of(own_turns, await own_turns.take(request))
    assert events[0]["seq"] == EVENTS_PER_ATTEMPT + 1
    assert "reset" in [event["type"] for event in events]
    assert events[-1]["type"] == "done"
    await own_turns.settled()


async def test_it_keeps_the_stream_of_a_question_that_is_sent_again(
    resort: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "KEEP_STREAM_SECONDS", 0.05)
    own_turns, request = TurnRunner(), question(resort)
    with monkeypatch.context() as broken:
        broken.setattr("apps.conversations.turns.attempts.GraphRun", None)
        events = await events_of(own_turns, await own_turns.take(request))
    assert events[-1]["type"] == "error"
    await own_turns.settled()
    while own_turns.capacity.take():
        pass
    turn_id = await own_turns.take(request)
    await asyncio.sleep(0.2)
    assert own_turns.stream(turn_id)
    own_turns.capacity.give_back()
    await own_turns.settled()


async def fail(request: TurnRequest) -> None:
    """Stores a question whose first attempt has failed."""
    turn = await database_threads.run(store.begin, request, True)
    await database_threads.run(store.finish, turn.id, 1, Turn.Status.FAILED, None)


async def events_of(turns: TurnRunner, turn_id: str) -> list[Event]:
    async with asyncio.timeout(20):
        batches = [batch async for batch in follow(turns, turn_id)]
    return [event for batch in batches for event in batch]


def question(resort: Property) -> TurnRequest:
    return TurnRequest(
        property_id=resort.pk,
        thread_id=uuid4(),
        client_id=uuid4(),
        text="Is parking free?",
        language="en",
    )


async def both_wait(turns: TurnRunner) -> None:
    async with asyncio.timeout(10):
        while not turns.capacity.is_exhausted:  # noqa: ASYNC110 - waiters tell nobody
            await asyncio.sleep(0.01)
