"""Sam edits a row in the admin; Alice's next answer says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from apps.catalog.models import Restaurant
from apps.knowledge.models import Embedding, Passage, Phrasing
from apps.properties.models import Property
from tests.admin_form import Form
from tests.guest import Event, guest, only, shown
from tests.site import Site, wait_for

QUESTION = "What is the dress code at Ballo?"
UNUSUAL_QUESTION = "Would they turn me away in my old dungarees?"


@pytest.fixture
def ballo(resort: Property) -> Restaurant:
    return Restaurant.objects.get(name__startswith="Ballo")


@pytest.fixture
def edited(ballo: Restaurant, sam: Client, worker: Path) -> Restaurant:
    assert form_of(sam, ballo).fill(dress_code="Jacket and tie").send().is_saved
    wait_for(lambda: not Embedding.objects.exclude(state="ready").exists(), 20)
    return ballo


@pytest.fixture
def phrased(ballo: Restaurant, sam: Client) -> Phrasing:
    """Sam has written on Ballo's form how guests ask for its dress code."""
    form = form_of(sam, ballo)
    form.add_row("phrasings", text=UNUSUAL_QUESTION, field="dress_code")
    assert form.send().is_saved
    return Phrasing.objects.get()


@pytest.fixture
def counting(ballo: Restaurant) -> Phrasing:
    """Stored before the form refused such questions."""
    return Phrasing.objects.create(
        item=ballo, field="dress_code", text="how do i count cards"
    )


def form_of(sam: Client, row: Restaurant) -> Form:
    return Form(sam, f"/admin/catalog/restaurant/{row.pk}/change/")


async def answer_to(site: Site, question: str) -> list[Event]:
    """The events of the answer that Alice gets in a new conversation."""
    async with guest(site) as alice:
        await alice.hello()
        return await alice.ask(question)


async def test_it_answers_the_question_that_sam_has_just_stored(
    site: Site, phrased: Phrasing
) -> None:
    events = await answer_to(site, UNUSUAL_QUESTION)
    assert "smart casual" in shown(events).lower()
    assert only(events, "sources")["citations"][0]["field"] == "dress_code"


async def test_a_stored_question_does_not_beat_the_refusal_of_advice(
    site: Site, counting: Phrasing
) -> None:
    events = await answer_to(site, counting.text)
    assert "smart casual" not in shown(events).lower()
    assert not any(event["type"] == "sources" for event in events)


async def test_it_answers_with_what_sam_has_just_saved(
    site: Site, edited: Restaurant
) -> None:
    events = await answer_to(site, QUESTION)
    assert "jacket and tie" in shown(events).lower()
    assert only(events, "sources")["citations"][0]["quote"] == "Jacket and tie"


def test_it_tells_the_hours_that_sam_has_just_saved(
    ballo: Restaurant, sam: Client
) -> None:
    form = form_of(sam, ballo)
    form.fill(hours__0__opens_at="5 pm", hours__0__closes_at="9:30 pm")
    assert form.send().is_saved
    passage_text = Passage.objects.get(item=ballo, field_group="hours").text
    assert "Monday, 5:00 PM to 9:30 PM" in passage_text
