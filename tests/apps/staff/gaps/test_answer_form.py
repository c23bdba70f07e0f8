"""Sam answers a gap on a form, and sees what guests are told before and after."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from apps.catalog.models import FaqEntry, Item
from apps.conversations.models import Conversation
from apps.properties.models import FeatureFlag, Property
from apps.staff import tasks
from apps.staff.drafts import scheduled_drafts
from apps.staff.models import GapWork, RowDraft
from tests import draft_page, factories
from tests.admin_form import Form, press_action
from tests.apps.knowledge.searching import embed_all
from tests.apps.staff.gaps.questions import ADDRESS, NOTHING, ask, inbox

ANSWER = "The dog park is beside the Winter Garage."


@pytest.fixture
def proofs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The gaps whose proof was asked for; `work_id` of each."""
    sent: list[int] = []

    def send(kwargs: dict[str, int], countdown: float) -> None:
        sent.append(kwargs["work_id"])

    monkeypatch.setattr(tasks.ask_gap_again, "apply_async", send)
    return sent


@pytest.fixture
def strict(mohegan: Property) -> Property:
    """Where a second person publishes."""
    FeatureFlag.objects.create(property=mohegan, key="second_person", is_on=True)
    return mohegan


@pytest.fixture
def nora(db: None) -> Client:
    client = Client()
    user = factories.StaffFactory.create(username="nora", is_superuser=True)
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    "question", ["Is there a dog park?", "Is there a <b>dog</b> park?"]
)
def test_one_press_opens_a_form_with_the_question(
    sam: Client, mohegan: Property, question: str
) -> None:
    ask(mohegan, question)
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


def publish_held(nora: Client, row: Item) -> None:
    press_action(nora, "/admin/catalog/faqentry/", "publish", row.pk)


def publish_draft(nora: Client, row: Item) -> None:
    """Nora's change of the row is a draft, which Sam would approve."""
    Form(nora, f"/admin/catalog/faqentry/{row.pk}/change/").fill(status="live").send()
    RowDraft.objects.update(approved_by=User.objects.get(username="nora"))
    draft_page.press(nora, row.pk, "publish")


def publish_at_its_time(nora: Client, row: Item) -> None:
    Form(nora, f"/admin/catalog/faqentry/{row.pk}/change/").fill(status="live").send()
    RowDraft.objects.update(
        approved_by=User.objects.get(username="nora"), publish_at=timezone.now()
    )
    scheduled_drafts.publish_due(timezone.now() + timedelta(seconds=1))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("publish", [publish_held, publish_draft, publish_at_its_time])
def test_a_gap_is_proved_once_a_second_person_has_published(
    sam: Client,
    nora: Client,
    strict: Property,
    proofs: list[int],
    publish: Callable[[Client, Item], None],
) -> None:
    ask(strict, "Is there a dog park?")
    form = Form(sam, sam.post("/admin/gaps/start/", begun(sam))["Location"])
    assert "Guests get this answer once somebody else has published it" in form.text
    assert form.fill(answer=ANSWER).send().is_saved
    assert form.text.count("aved as a draft") == 1
    assert "successfully" not in form.text
    row, work = Item.objects.get(), GapWork.objects.get()
    assert (row.status, proofs) == ("draft", [])
    page = f"/admin/gaps/{work.pk}/"
    waiting = sam.get(page).content.decode()
    assert "somebody else has to publish it" in waiting
    assert "data-running" not in waiting
    publish(nora, row)
    assert proofs == [work.pk]
    assert "data-running" in sam.get(page).content.decode()
    Item.objects.update(updated_at=timezone.now() - timedelta(minutes=3))
    assert "data-running" not in sam.get(page).content.decode()
    embed_all()
    assert tasks.ask_gap_again(work_id=work.pk) == 1
    assert "questions asked again" in sam.get(page).content.decode()


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_is_saved_live_is_proved_once(
    sam: Client, mohegan: Property, proofs: list[int]
) -> None:
    ask(mohegan, "Is there a dog park?")
    form = Form(sam, sam.post("/admin/gaps/start/", begun(sam))["Location"])
    form.fill(answer=ANSWER, status="draft").send()
    assert proofs == []
    form.fill(status="live").send()
    assert proofs == [GapWork.objects.get().pk]
