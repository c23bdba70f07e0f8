"""What staff switch in the admin holds for the next question, in every process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import pytest
import pytest_asyncio
from django.test import Client

from apps.conversations.models import Conversation, Turn
from apps.conversations.turns.active_turn import TurnRequest
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.knowledge import property_snapshot
from apps.properties import flags
from apps.properties.models import FeatureFlag, Property
from tests.admin_form import Form
from tests.fakes.gemini import GeminiServer

DRESS = "What is the dress code at Ballo?"
NOTE = {"conversation_note": "Ask whether the children come along."}


@pytest_asyncio.fixture
async def colleague() -> AsyncIterator[TurnRunner]:
    """The turns of another process, as far as a database can tell."""
    yield TurnRunner()


def switch(sam: Client, place: Property, **features: bool) -> None:
    """Sam sets checkboxes of the property's page and saves it."""
    form = Form(sam, f"/admin/properties/property/{place.pk}/change/")
    for key, is_on in features.items():
        form.values.pop(f"feature_{key}", None)
        if is_on:
            form.values[f"feature_{key}"] = "on"
    assert form.send().is_saved, form.text


async def take(
    runner: TurnRunner, place: Property, thread_id: UUID | None = None
) -> Turn:
    thread_id = thread_id or uuid4()
    request = TurnRequest(place.pk, thread_id, uuid4(), DRESS, "en")
    turn_id = await runner.take(request)
    await runner.settled()
    return await database_threads.run(Turn.objects.get, pk=turn_id)


@pytest.mark.usefixtures("without_key", "closed_connections")
async def test_without_specialists_the_host_answers_the_next_question(
    sam: Client, resort: Property, turns: TurnRunner, colleague: TurnRunner
) -> None:
    assert (await take(turns, resort)).specialist == "dining"
    await database_threads.run(switch, sam, resort, specialists=False)
    assert (await take(turns, resort)).specialist == "host"
    assert (await take(colleague, resort)).specialist == "host"
    await database_threads.run(switch, sam, resort, specialists=True)
    assert (await take(turns, resort)).specialist == "dining"


@pytest.mark.usefixtures("closed_connections")
async def test_without_planning_ahead_no_plan_is_made_or_used(
    sam: Client, resort: Property, turns: TurnRunner, gemini: GeminiServer
) -> None:
    gemini.structured = {"WhisperPlan": NOTE}
    thread_id = uuid4()
    await take(turns, resort, thread_id)
    assert await plan_of(thread_id)
    await database_threads.run(switch, sam, resort, planner=False)
    gemini.requests.clear()
    await take(turns, resort, thread_id)
    assert NOTE["conversation_note"] not in str(gemini.requests)
    silent_id = uuid4()
    await take(turns, resort, silent_id)
    assert not await plan_of(silent_id)


async def plan_of(thread_id: UUID) -> object:
    rows = Conversation.objects.values_list("whisper_plan", flat=True)
    return await database_threads.run(rows.get, pk=thread_id)


def test_a_turn_reads_all_flags_without_a_query(
    resort: Property, django_assert_num_queries: object
) -> None:
    FeatureFlag.objects.create(property=resort, key="memory", is_on=False)
    snapshot = property_snapshot.of(resort.pk)
    with django_assert_num_queries(0):  # type: ignore[operator]
        values = flags.of(snapshot.place)
    assert not flags.is_on(values, "memory")
    assert flags.is_on(values, "extraction")
    with pytest.raises(KeyError):
        flags.is_on(values, "memories")


def test_a_flag_past_the_models_is_seen(resort: Property) -> None:
    FeatureFlag.objects.create(property=resort, key="planner", is_on=False)
    stamps = [property_snapshot.stamp(resort.pk)]
    FeatureFlag.objects.update(is_on=True)
    stamps.append(property_snapshot.stamp(resort.pk))
    FeatureFlag.objects.all().delete()
    stamps.append(property_snapshot.stamp(resort.pk))
    assert len(set(map(str, stamps))) == 3
