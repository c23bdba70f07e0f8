"""Sam answers a gap on a form, and sees what guests are told before and after."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.catalog.models import FaqEntry
from apps.conversations.models import Conversation
from apps.properties.models import Property
from apps.staff import tasks
from apps.staff.models import GapWork
from tests import factories
from tests.admin_form import Form
from tests.apps.knowledge.searching import embed_all
from tests.apps.staff.gaps.questions import ADDRESS, NOTHING, ask, inbox


def test_one_press_opens_a_form_with_the_question(
    sam: Client, mohegan: Property
) -> None:
    ask(mohegan, "Is there a dog park?")
    form = sam.post("/admin/gaps/start/", begun(sam), follow=True).content.decode()
    assert 'value="Is there a dog park?"' in form


def test_a_form_that_is_left_resolves_nothing(sam: Client, mohegan: Property) -> None:
    ask(mohegan, "Is there a dog park?")
    form = Form(sam, sam.post("/admin/gaps/start/", begun(sam))["Location"])
    form.fill(answer="").send()
    assert not form.is_saved
    assert not GapWork.objects.exists()
    assert "Being resolved" not in inbox(sam)


@pytest.mark.django_db(transaction=True)
def test_the_answer_alone_is_enough_to_save(sam: Client, mohegan: Property) -> None:
    ask(mohegan, "Is there a dog park?")
    form = Form(sam, sam.post("/admin/gaps/start/", begun(sam))["Location"])
    facts = form.text.partition('id="section-facts"')[2].partition('id="section-')[0]
    assert 'name="source"' in facts
    assert 'name="as_of"' in facts
    form.fill(answer="The dog park is beside the Winter Garage.", status="draft").send()
    assert form.is_saved
    entry = FaqEntry.objects.get()
    assert entry.source == "Staff of Mohegan Sun"
    assert GapWork.objects.get().item == entry.pk
    page = inbox(sam)
    assert "Being resolved: " in page
    assert "Resolved: " not in page


@pytest.mark.django_db(transaction=True)
def test_an_answered_gap_leaves_the_inbox(sam: Client, mohegan: Property) -> None:
    ask(mohegan, "Is there a dog park?")
    form = Form(sam, sam.post("/admin/gaps/start/", begun(sam))["Location"])
    form.fill(answer="The dog park is beside the Winter Garage.").send()
    embed_all()
    assert tasks.ask_gap_again(work_id=GapWork.objects.get().pk) == 1
    page = inbox(sam)
    assert "data-gap" not in page
    assert "Being resolved" not in page
    assert "Resolved: " in page


def test_a_form_takes_no_questions_of_another_property(
    sam: Client, sams_account: User, mohegan: Property, foxwoods: Property
) -> None:
    factories.assign(sams_account, mohegan)
    theirs = ask(foxwoods, "Is there a falconry?").messages.get(role="guest")
    address = f"/admin/catalog/faqentry/add/?property={mohegan.pk}&gap={theirs.pk}"
    form = Form(sam, address)
    form.fill(name="Is there one?", answer="No.", source="Sam").send()
    assert form.is_saved
    assert not GapWork.objects.exists()


def begun(sam: Client) -> dict[str, Any]:
    """What the first gap's button sends."""
    gap = sam.get(ADDRESS).context["gaps"][0]
    return {"property": gap["property"].pk, "message": gap["message_ids"]}


@pytest.mark.django_db(transaction=True)
def test_publishing_the_answer_shows_before_and_after(
    sam: Client, mohegan: Property
) -> None:
    ask(mohegan, "Is there a dog park?")
    ask(mohegan, "Is there a park for dogs?")
    form = Form(sam, sam.post("/admin/gaps/start/", begun(sam))["Location"])
    answer = "The dog park is beside the Winter Garage."
    form.fill(answer=answer, status="draft", source="Resort list").send()
    assert form.is_saved
    work = GapWork.objects.get()
    assert work.item
    page = f"/admin/gaps/{work.pk}/"
    assert sam.get(page).content.decode().count(NOTHING) == 2
    form.fill(status="live").send()
    assert page in form.text
    embed_all()
    assert tasks.ask_gap_again(work_id=work.pk) == 2
    shown = sam.get(page).content.decode()
    # Two wordings and five paraphrases.
    assert shown.count("beside the Winter Garage") == 7
    assert Conversation.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_answer_is_live_unless_sam_chooses_draft(
    sam: Client, mohegan: Property
) -> None:
    ask(mohegan, "Is there a dog park?")
    form = Form(sam, sam.post("/admin/gaps/start/", begun(sam))["Location"])
    facts = form.text.partition('id="section-facts"')[2].partition('id="section-')[0]
    assert 'name="status"' in facts
    assert "Guests get this answer as soon as you save it" in form.text
    answer = "The dog park is beside the Winter Garage."
    form.fill(answer=answer, source="Resort list").send()
    assert form.is_saved
    assert FaqEntry.objects.get().status == FaqEntry.Status.LIVE
    assert f"/admin/gaps/{GapWork.objects.get().pk}/" in form.text


def test_a_question_that_closes_no_gap_begins_as_a_draft(
    sam: Client, mohegan: Property
) -> None:
    form = Form(sam, "/admin/catalog/faqentry/add/")
    assert form.values["status"] == "draft"
    assert "Guests get this answer" not in form.text
