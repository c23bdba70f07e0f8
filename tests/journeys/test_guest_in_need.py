"""Alice is in danger: she hears of help at once, and Sam hears of her."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from django.test import Client

from apps.backplane import connections
from apps.conversations import asking, threads
from apps.conversations.models import Alert
from apps.conversations.turns import Turns
from apps.properties.models import Property

pytestmark = pytest.mark.django_db(transaction=True)
LIST = "/admin/conversations/alert/"


@pytest_asyncio.fixture
async def turns() -> AsyncIterator[Turns]:
    yield Turns()
    await connections.close()


async def test_staff_hear_of_a_guest_in_danger_and_say_that_they_did(
    mohegan: Property, turns: Turns, sam: Client
) -> None:
    thread = await threads.run(asking.conversation_of, mohegan, None, "web")
    told = await asking.ask(turns, thread, "I want to kill myself")
    assert told["answer"].startswith("I am glad you said that.")
    alert = await Alert.objects.aget()
    assert (alert.kind, alert.property_id) == ("crisis", mohegan.pk)
    await threads.run(_sees_it, sam, alert)
    await alert.arefresh_from_db()
    assert alert.seen_at
    assert alert.seen_by_id


def _sees_it(sam: Client, alert: Alert) -> None:
    page = sam.get(LIST).content.decode()
    assert "May be in danger" in page
    assert f"/admin/conversations/conversation/{alert.conversation_id}/" in page
    assert _badge(sam) == "1"
    sam.post(LIST, {"action": "mark_as_seen", "_selected_action": [alert.pk]})
    assert not _badge(sam)


def _badge(sam: Client) -> str:
    """The number beside the page's name in the sidebar."""
    groups = sam.get("/admin/").context["sidebar_navigation"]
    items = [item for group in groups for item in group["items"]]
    [badge] = [item["badge"] for item in items if item["title"] == "Guests in need"]
    return str(badge or "")


async def test_worry_about_gambling_calls_staff_when_it_is_told_again(
    mohegan: Property, turns: Turns
) -> None:
    thread = await threads.run(asking.conversation_of, mohegan, None, "web")
    worry = "I cannot stop gambling and it is ruining me"
    await asking.ask(turns, thread, worry)
    assert not await Alert.objects.aexists()
    told = await asking.ask(turns, thread, worry)
    assert told["answer"].startswith("You have told me more than once")
    assert (await Alert.objects.aget()).kind == "worry"


async def test_an_ordinary_question_calls_nobody(
    mohegan: Property, turns: Turns
) -> None:
    thread = await threads.run(asking.conversation_of, mohegan, None, "web")
    await asking.ask(turns, thread, "Is there a pool?")
    assert not await Alert.objects.aexists()
