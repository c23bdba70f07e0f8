"""Sam sees what guests ask in vain, gathered by meaning, and writes the answer."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import QueryDict
from django.test import Client

from apps.catalog.models import FaqEntry
from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.llm.embeddings import HashingEmbedder
from apps.properties.models import Property
from apps.staff import tasks
from apps.staff.gaps import clusters
from apps.staff.models import GapWork
from apps.staff.playground.views import PlaygroundForm
from tests import factories
from tests.admin_form import Form
from tests.apps.knowledge.searching import embed_all

ADDRESS = "/admin/gaps/"
NOTHING = "That is not in the records."


def ask(
    place: Property, text: str, answer: str = NOTHING, kind: str = "notice"
) -> Turn:
    """A question and what it was told."""
    talk = Conversation.objects.create(property=place)
    turn = Turn.objects.create(
        conversation=talk, client_id=uuid.uuid4(), status="done", route="property_qa"
    )
    for role, message_text, message_kind in (
        ("guest", text, "answer"),
        ("concierge", answer, kind),
    ):
        Message.objects.create(
            conversation=talk,
            turn=turn,
            role=role,
            text=message_text,
            kind=message_kind,
        )
    return turn


def inbox(sam: Client) -> str:
    return " ".join(sam.get(ADDRESS).content.decode().split())


def test_questions_of_one_meaning_are_one_gap(sam: Client, mohegan: Property) -> None:
    ask(mohegan, "Is there a dog park?")
    ask(mohegan, "Is there a park for dogs?")
    ask(mohegan, "Can I rent a helicopter?")
    page = inbox(sam)
    assert page.count("data-gap") == 2
    assert page.index("asked 2 times") < page.index("helicopter")
    assert "Is there a dog park?" in page


def test_a_long_question_makes_a_link_that_a_server_takes(
    sam: Client, mohegan: Property
) -> None:
    ask(mohegan, "Is there a \U0001f415 park? " * 250)
    [address] = [
        link.partition('"')[0]
        for link in sam.get(ADDRESS).content.decode().split('href="')
        if link.startswith("/admin/playground/?property=")
    ]
    assert len(address) < 8000
    query = QueryDict(unescape(address).partition("?")[2])
    assert PlaygroundForm(query).is_valid()


def test_each_property_has_its_own_gaps(
    sam: Client, mohegan: Property, foxwoods: Property
) -> None:
    ask(mohegan, "Is there a dog park?")
    ask(foxwoods, "Is there a dog park?")
    assert inbox(sam).count("data-gap") == 2


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
    assert shown.count("beside the Winter Garage") == 2
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


def test_it_shows_which_rows_came_closest(sam: Client, mohegan: Property) -> None:
    factories.AmenityFactory.create(property=mohegan, name="Indoor Pool", slug="pool")
    embed_all()
    ask(mohegan, "Is there a dog park?")
    assert "Most similar rows: Indoor Pool" in inbox(sam)


def test_answers_are_no_gaps_unless_they_are_rated_badly(
    sam: Client, mohegan: Property
) -> None:
    good = ask(mohegan, "When does Ballo open?", "At 5:00 PM [1].", "answer")
    assert "No unanswered questions in the last thirty days" in inbox(sam)
    Feedback.objects.create(conversation=good.conversation, turn=good, rating=1)
    assert "When does Ballo open?" in inbox(sam)


def ask_in_part(place: Property, text: str) -> Turn:
    turn = ask(place, text, "This comes nearest: Parking is free. [1]", "answer")
    turn.is_in_part = True
    turn.save()
    return turn


def test_answers_in_part_come_after_all_others(sam: Client, mohegan: Property) -> None:
    ask(mohegan, "Can I rent a helicopter?")
    for _ in range(3):
        ask_in_part(mohegan, "Is there a dog park?")
    page = inbox(sam)
    assert page.count("data-gap") == 2
    assert page.index("helicopter") < page.index("dog park")
    assert "asked 3 times, each time answered in part" in page


def test_a_question_without_an_answer_outweighs_its_answers_in_part(
    sam: Client, mohegan: Property
) -> None:
    ask_in_part(mohegan, "Is there a park for dogs?")
    ask(mohegan, "Is there a dog park?")
    ask_in_part(mohegan, "Is there a park for dogs?")
    page = inbox(sam)
    assert page.count("data-gap") == 1
    assert "asked 3 times, 2 of them answered in part" in page
    assert page.index("Is there a dog park?") < page.index("Is there a park for dogs?")


def test_a_guest_who_repeats_it_counts_once(sam: Client, mohegan: Property) -> None:
    turn = ask_in_part(mohegan, "Is there a dog park?")
    again = ask_in_part(mohegan, "is there a dog park")
    Turn.objects.filter(pk=again.pk).update(conversation=turn.conversation)
    Message.objects.filter(turn=again).update(conversation=turn.conversation)
    assert "asked 1 time, answered in part" in inbox(sam)


def test_gaps_are_counted_and_filtered_by_weight(
    sam: Client, mohegan: Property
) -> None:
    ask(mohegan, "Can I rent a helicopter?")
    ask_in_part(mohegan, "Is there a dog park?")
    page = inbox(sam)
    for label in ("All (2)", "Not answered (1)", "Answered in part (1)"):
        assert label in page
    in_part = sam.get(ADDRESS, {"weight": "in_part"}).content.decode()
    assert "dog park" in in_part
    assert "helicopter" not in in_part
    unanswered = sam.get(ADDRESS, {"weight": "unanswered"}).content.decode()
    assert "helicopter" in unanswered
    assert "dog park" not in unanswered


def test_many_answers_in_part_push_no_question_out(
    sam: Client, mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "MOST_QUESTIONS", 1)
    ask(mohegan, "Can I rent a helicopter?")
    ask_in_part(mohegan, "Is there a dog park?")
    assert "helicopter" in inbox(sam)


def test_an_answer_in_part_that_is_rated_badly_is_a_full_gap(
    sam: Client, mohegan: Property
) -> None:
    turn = ask_in_part(mohegan, "Is there a dog park?")
    Feedback.objects.create(conversation=turn.conversation, turn=turn, rating=1)
    assert "Not answered (1)" in inbox(sam)


def test_the_conversations_answered_in_part_can_be_listed(
    sam: Client, mohegan: Property
) -> None:
    ask_in_part(mohegan, "Is there a dog park?")
    ask(mohegan, "When does Ballo open?", "At 5:00 PM [1].", "answer")
    address = "/admin/conversations/conversation/"
    page = sam.get(address, {"attention": "in_part"}).content.decode()
    assert "dog park" in page
    assert "When does Ballo open?" not in page


def test_personal_data_is_hidden(sam: Client, mohegan: Property) -> None:
    ask(mohegan, "Call 860-555-0142 about the dog park")
    page = inbox(sam)
    assert "555-0142" not in page
    assert "[phone]" in page


def test_long_questions_are_compared_by_their_beginning(
    sam: Client, mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = RecordingEmbedder()
    monkeypatch.setattr(clusters, "embedder", lambda: embedder)
    beginning = "May I bring my dog? " * 40
    for number in range(3):
        ask(mohegan, f"{beginning} {number} ".ljust(4000, "x"))
    ask(mohegan, "Is there a dog park?")
    assert inbox(sam).count("data-gap") == 2
    assert len(embedder.texts) == 2
    assert max(map(len, embedder.texts)) <= 300


class RecordingEmbedder(HashingEmbedder):
    """Keeps the texts that it was asked to embed."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return super().embed_queries(texts)


def test_a_long_question_is_cut_in_the_list_alone(
    sam: Client, mohegan: Property
) -> None:
    beginning = "May I bring my dog? "
    ask(mohegan, f"{beginning * 90}THE END")
    ask(mohegan, f"{beginning * 91}THE VERY END")
    page = inbox(sam)
    assert page.count("data-gap") == 1
    assert beginning in page
    assert "END" not in page
    address = sam.get(ADDRESS).context["gaps"][0]["answer_url"]
    assert "THE END" in sam.get(address).content.decode()


MASH = "asdkjh qwlekj zxmcn qpwoei laksjd " * 60


@pytest.mark.parametrize(
    "text", [MASH[:12], MASH[:40], MASH[:2000], "aaaaaaaaaa", "12 34 !!", "hjk hjk hjk"]
)
def test_what_holds_no_word_is_no_gap(
    sam: Client, mohegan: Property, text: str
) -> None:
    ask(mohegan, text)
    assert "data-gap" not in inbox(sam)


@pytest.mark.parametrize(
    "text",
    [
        "helicopter?",
        "parkng",
        "gdzie jest basen",
        "waar kan ik fietsen huren",
        "prosím kadernícku",
        "有直升机吗",
        "Tuscany",
    ],
)
def test_a_word_of_any_language_is_a_gap(
    sam: Client, mohegan: Property, text: str
) -> None:
    factories.RestaurantFactory.create(property=mohegan, name="Tuscany")
    ask(mohegan, text)
    assert inbox(sam).count("data-gap") == 1


def test_guests_do_not_see_it(alice: Client, mohegan: Property) -> None:
    assert alice.get(ADDRESS).status_code == 302
