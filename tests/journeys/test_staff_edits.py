"""Sam edits a row in the admin; Alice's next answer says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from apps.catalog.models import Restaurant
from apps.knowledge.models import Embedding, Passage, Phrasing
from apps.properties.models import Property
from tests.admin_form import Form
from tests.guest import guest, only, shown
from tests.site import Site, wait_for

QUESTION = "What is the dress code at Ballo?"
UNUSUAL_QUESTION = "Would they turn me away in my old dungarees?"


@pytest.fixture
def edited(resort: Property, sam: Client, worker: Path) -> Restaurant:
    row = Restaurant.objects.get(name__startswith="Ballo")
    form = Form(sam, f"/admin/catalog/restaurant/{row.pk}/change/")
    assert form.fill(dress_code="Jacket and tie").send().is_saved
    wait_for(lambda: not Embedding.objects.exclude(state="ready").exists(), 20)
    return row


@pytest.fixture
def phrased(resort: Property, sam: Client) -> Phrasing:
    """Sam has written on Ballo's form how guests ask for its dress code."""
    row = Restaurant.objects.get(name__startswith="Ballo")
    form = Form(sam, f"/admin/catalog/restaurant/{row.pk}/change/")
    form.add_row("phrasings", text=UNUSUAL_QUESTION, field="dress_code")
    assert form.send().is_saved
    return Phrasing.objects.get()


@pytest.fixture
def counting(resort: Property) -> Phrasing:
    """Stored before the form refused such questions."""
    row = Restaurant.objects.get(name__startswith="Ballo")
    return Phrasing.objects.create(
        item=row, field="dress_code", text="how do i count cards"
    )


async def test_it_answers_the_question_that_sam_has_just_stored(
    site: Site, phrased: Phrasing
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask(UNUSUAL_QUESTION)
    assert "smart casual" in shown(events).lower()
    assert only(events, "sources")["citations"][0]["field"] == "dress_code"


async def test_a_stored_question_does_not_beat_the_refusal_of_advice(
    site: Site, counting: Phrasing
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask(counting.text)
    assert "smart casual" not in shown(events).lower()
    assert not any(event["type"] == "sources" for event in events)


async def test_it_answers_with_what_sam_has_just_saved(
    site: Site, edited: Restaurant
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask(QUESTION)
    assert "jacket and tie" in shown(events).lower()
    assert only(events, "sources")["citations"][0]["quote"] == "Jacket and tie"


def test_it_tells_the_hours_that_sam_has_just_saved(
    resort: Property, sam: Client
) -> None:
    row = Restaurant.objects.get(name__startswith="Ballo")
    form = Form(sam, f"/admin/catalog/restaurant/{row.pk}/change/")
    form.fill(hours__0__opens_at="5 pm", hours__0__closes_at="9:30 pm")
    assert form.send().is_saved
    passage_text = Passage.objects.get(item=row, field_group="hours").text
    assert "Monday, 5:00 PM to 9:30 PM" in passage_text
