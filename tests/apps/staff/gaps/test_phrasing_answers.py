"""Sam says in the inbox which row and field answer a gap; guests are then answered."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from apps.catalog.models import Item
from apps.conversations import erasure
from apps.conversations.models import Conversation
from apps.infrastructure import loop_clients
from apps.knowledge.models import Phrasing
from apps.properties.models import Property
from apps.staff import tasks
from apps.staff.models import GapWork, Version
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.apps.staff.gaps.questions import NOTHING, ask, inbox

QUESTION = "Is there anywhere to leave my whippet?"
CLOSE = "/admin/gaps/close/"


@pytest.fixture
def lodge(mohegan: Property) -> Item:
    row = factories.LodgeFactory.create(property=mohegan)
    factories.RestaurantFactory.create(property=mohegan, name="Ballo")
    embed_all()
    return row


def press(sam: Client, answer: str, **changes: Any) -> Any:
    """The first gap's button; the page after it."""
    gap = sam.get("/admin/gaps/").context["gaps"][0]
    form = {"property": gap["property"].pk, "message": gap["message_ids"]}
    return sam.post(CLOSE, {**form, "answer": answer, **changes}, follow=True)


async def forget(conversation: Conversation) -> None:
    await erasure.forget(conversation)
    await loop_clients.close()


def text_of(page: Any) -> str:
    return " ".join(page.content.decode().split())


@pytest.mark.django_db(transaction=True)
def test_a_question_with_markup_is_stored_as_it_is_read(
    sam: Client, mohegan: Property, lodge: Item
) -> None:
    marked = "Is there <b>anywhere</b> to leave my whippet?"
    ask(mohegan, marked)
    page = press(sam, f"{lodge.pk}:details")
    assert "From now on, North Lodge answers this question" in text_of(page)
    phrasing = Phrasing.objects.get()
    assert phrasing.text == "Is there anywhere to leave my whippet?"
    assert tasks.ask_gap_again(work_id=GapWork.objects.get().pk) == 1
    assert "data-gap" not in inbox(sam)


@pytest.mark.django_db(transaction=True)
def test_one_press_answers_the_question_from_now_on(
    sam: Client, sams_account: User, mohegan: Property, lodge: Item
) -> None:
    ask(mohegan, QUESTION)
    assert inbox(sam).count("data-gap") == 1
    page = press(sam, f"{lodge.pk}:details")
    assert "From now on, North Lodge answers this question: Details." in text_of(page)
    phrasing = Phrasing.objects.get()
    assert (phrasing.item_id, phrasing.field) == (lodge.pk, "details")
    assert (phrasing.text, phrasing.source) == (QUESTION, "gap")
    assert phrasing.created_by == sams_account
    assert "data-gap" not in inbox(sam)
    work = GapWork.objects.get()
    # Before a worker has computed its vector.
    assert tasks.ask_gap_again(work_id=work.pk) == 1
    shown = sam.get(f"/admin/gaps/{work.pk}/").content.decode()
    assert NOTHING in shown
    assert "companions of four legs" in shown


def test_the_inbox_offers_the_likeliest_fields(
    sam: Client, mohegan: Property, lodge: Item
) -> None:
    ask(mohegan, "Do you board four-legged companions?")
    page = inbox(sam)
    assert f'value="{lodge.pk}:details"' in page
    assert "North Lodge: Details" in page


def test_any_field_can_be_chosen_on_a_page_of_its_own(
    sam: Client, mohegan: Property, lodge: Item
) -> None:
    ask(mohegan, QUESTION)
    address = sam.get("/admin/gaps/").context["gaps"][0]["answer_url"]
    page = text_of(sam.get(address))
    assert QUESTION in page
    assert f'<option value="{lodge.pk}:details">Details: Boarding' in page
    assert "Cuisine: Italian" in page


def test_the_edit_is_a_version_of_the_row(
    sam: Client, sams_account: User, mohegan: Property, lodge: Item
) -> None:
    ask(mohegan, QUESTION)
    press(sam, f"{lodge.pk}:details")
    newest = Version.objects.filter(item=lodge.pk).first()
    assert newest is not None
    assert (newest.by, newest.reason) == (sams_account, "saved")
    assert newest.content["phrasings"][0]["text"] == QUESTION
    history = text_of(sam.get(f"/admin/history/{lodge.pk}/"))
    assert "Phrasings" in history
    assert QUESTION in history


def test_a_second_press_is_no_second_resolution(
    sam: Client, mohegan: Property, lodge: Item
) -> None:
    ask(mohegan, QUESTION)
    gap = sam.get("/admin/gaps/").context["gaps"][0]
    form = {
        "property": mohegan.pk,
        "message": gap["message_ids"],
        "answer": f"{lodge.pk}:details",
    }
    sam.post(CLOSE, form)
    sam.post(CLOSE, form)
    sam.post(CLOSE, {**form, "answer": f"{lodge.pk}:sort"})
    assert GapWork.objects.count() == 1
    assert Phrasing.objects.get().field == "details"
    assert Version.objects.filter(item=lodge.pk, reason="saved").count() == 1


def test_a_gap_comes_back_when_guests_ask_in_vain_again(
    sam: Client, mohegan: Property, lodge: Item
) -> None:
    ask(mohegan, QUESTION)
    press(sam, f"{lodge.pk}:details")
    assert "data-gap" not in inbox(sam)
    GapWork.objects.update(closed_at=timezone.now() - timedelta(hours=1))
    ask(mohegan, QUESTION)
    assert "data-gap" in inbox(sam)


@pytest.mark.django_db(transaction=True)
def test_a_gap_comes_back_when_its_row_does_not_answer_it(
    sam: Client, mohegan: Property, lodge: Item
) -> None:
    ask(mohegan, QUESTION)
    press(sam, f"{lodge.pk}:details")
    Item.objects.filter(pk=lodge.pk).update(valid_to="2026-01-01T00:00Z")
    assert tasks.ask_gap_again(work_id=GapWork.objects.get().pk) == 0
    assert "data-gap" in inbox(sam)


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_erases_the_chat_erases_the_phrasing(
    sam: Client, mohegan: Property, lodge: Item
) -> None:
    turn = ask(mohegan, QUESTION)
    press(sam, f"{lodge.pk}:details")
    async_to_sync(forget)(turn.conversation)
    assert not Phrasing.objects.exists()
    assert not Version.objects.filter(content__icontains="whippet").exists()
    assert not GapWork.objects.filter(before__icontains="whippet").exists()
