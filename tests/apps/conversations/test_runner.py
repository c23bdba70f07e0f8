"""A guest who stops a question that waits disturbs nobody else's."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest
from pytest_django import Settings

from apps.conversations.models import Turn
from apps.conversations.turns.active_turn import TurnRequest
from apps.conversations.turns.runner import TurnRunner
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
