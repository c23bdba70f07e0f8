"""Sam sees beside a conversation how it was answered, and runs a turn again."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Permission, User
from django.test import Client
from pytest_django import Settings

from apps.conversations import single_question
from apps.conversations.models import Conversation, TurnRecording
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import loop_clients
from apps.properties.models import FeatureFlag, Property
from tests import factories
from tests.admin_form import Form
from tests.fakes.gemini import GeminiServer, Text
from tests.fakes.replies import Calls
from tests.model_fixtures import GOOD_MODELS

QUESTION = "I am at 860-555-0142. What should I wear at Ballo?"
ANSWER = "Smart casual is the dress code at Ballo. [1]"
SEARCH = ("search_documents", {"query": "dress"})


@pytest.fixture
def address(resort: Property, gemini: GeminiServer) -> str:
    """Of the inspector, for a recorded turn in which a model called a tool."""
    FeatureFlag.objects.create(property=resort, key="recording", is_on=True)
    gemini.structured = GOOD_MODELS
    gemini.script(Calls((SEARCH,)), Text(ANSWER))
    result = async_to_sync(_ask)(resort)
    return f"/admin/inspector/{result['turn']}/"


async def _ask(place: Property) -> Any:
    conversation = await Conversation.objects.acreate(property=place)
    try:
        return await single_question.ask(TurnRunner(), conversation, QUESTION)
    finally:
        await loop_clients.close()


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_it_shows_how_a_turn_was_answered(sam: Client, address: str) -> None:
    conversation = Conversation.objects.get()
    beside = page(sam, f"/admin/conversations/conversation/{conversation.pk}/change/")
    assert address in beside
    text = page(sam, address)
    assert "search_documents, asked by model: done" in text
    assert "“Smart casual”" in text
    assert "/admin/catalog/restaurant/" in text
    assert "speaker, gemini gemini-3.5-flash-lite" in text
    assert "&lt;passage n=" in text
    assert "860-555-0142" not in text
    [cost] = [node["metadata"]["tokens"]["in"] for node in _nodes("generate")]
    assert f"<td>{cost}</td>" in text
    assert "$0.00" not in text, "amounts are as on the dashboard"
    assert "¢</td>" in text


def _nodes(name: str) -> list[dict[str, Any]]:
    turn = TurnRecording.objects.get().turn
    return [node for node in turn.nodes if node["node"] == name]


def test_it_runs_a_turn_again_and_with_another_prompt(
    sam: Client, address: str, gemini: GeminiServer, settings: Settings
) -> None:
    request_count = len(gemini.requests)
    form = Form(sam, address)
    text = sam.post(address, form.values).content.decode()
    assert "The same, bit for bit" in text
    assert len(gemini.requests) == request_count
    form.fill(prompt="Rhyme, for $nobody")
    assert "Nothing fills in $nobody" in sam.post(address, form.values).content.decode()
    form.fill(prompt="Rhyme. $passages")
    text = sam.post(address, form.values).content.decode()
    assert "It comes out differently" in text
    assert "Not asked then: speaker" in text
    assert len(gemini.requests) == request_count
    settings.TURN_DEADLINE_SECONDS = 0
    text = sam.post(address, form.values).content.decode()
    assert "It cannot be run again: it took too long." in text


def test_it_is_closed_to_staff_of_another_property(
    sam: Client, sams_account: User, address: str
) -> None:
    sams_account.user_permissions.set(Permission.objects.all())
    factories.assign(sams_account, factories.PropertyFactory.create(slug="foxwoods"))
    for answer in (sam.get(address), sam.post(address, {"prompt": ""})):
        assert answer.status_code in {403, 404}
        assert "Smart casual" not in answer.content.decode()


def test_staff_who_may_only_read_run_nothing(
    sam: Client, sams_account: User, address: str
) -> None:
    readable = ("view_conversation", "view_message")
    sams_account.user_permissions.set(Permission.objects.filter(codename__in=readable))
    factories.assign(sams_account, Conversation.objects.get().property)
    assert "data-replay" not in page(sam, address)
    assert sam.post(address, {"prompt": ""}).status_code == 403
