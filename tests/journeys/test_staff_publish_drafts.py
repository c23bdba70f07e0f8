"""Sam prepares a change, asks it as a guest would, and publishes it for Alice."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from apps.catalog.models import Item
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import draft_page
from tests.admin_form import Form
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")
QUESTION = "What is the dress code at Ballo?"


async def test_guests_hear_of_a_change_once_its_draft_is_published(
    resort: Property, turns: TurnRunner, sam: Client
) -> None:
    row = await Item.objects.aget(name="Ballo Italian Restaurant")
    await database_threads.run(_save_draft, sam, row)
    assert "mart casual" in (await ask(resort, turns, QUESTION, "en"))["answer"]
    assert "Black tie" in await database_threads.run(_try_out, sam, resort)
    assert "mart casual" in (await ask(resort, turns, QUESTION, "en"))["answer"]
    page = await database_threads.run(_publish, sam, row)
    assert "Guests see Ballo Italian Restaurant as in the draft." in html.unescape(page)
    answer = (await ask(resort, turns, QUESTION, "en"))["answer"]
    assert "black tie" in answer.lower()


def _save_draft(sam: Client, row: Item) -> None:
    form = Form(sam, f"/admin/catalog/restaurant/{row.pk}/change/")
    form.fill(dress_code="Black tie", _draft="1")
    sam.post(form.address, form.values)


def _try_out(sam: Client, resort: Property) -> str:
    query: dict[str, str | int] = {
        "property": resort.pk,
        "question": QUESTION,
        "drafts": "on",
        "answer": "1",
    }
    return sam.get("/admin/playground/", query).content.decode()


def _publish(sam: Client, row: Item) -> str:
    return draft_page.press(sam, row.pk, "publish")
