"""Sam sees what guests ask in vain, gathered by meaning."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from html import unescape

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from apps.conversations.models import Feedback, Message, Turn
from apps.conversations.review import held_answers
from apps.llm.embeddings import HashingEmbedder
from apps.properties.models import Property
from apps.staff.gaps import meaning
from apps.staff.playground.views import PlaygroundForm
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.apps.staff.gaps.questions import ADDRESS, ask, ask_in_part, inbox

CONVERSATIONS = "/admin/conversations/conversation/"


def test_questions_of_one_meaning_are_one_gap(sam: Client, mohegan: Property) -> None:
    ask(mohegan, "Is there a dog park?")
    ask(mohegan, "Is there a park for dogs?")
    ask(mohegan, "Can I rent a helicopter?")
    page = inbox(sam)
    assert page.count("data-gap") == 2
    assert "last just now" in page
    assert page.index("asked 2 times") < page.index("helicopter")
    assert "Is there a dog park?" in page


def test_wordings_of_several_languages_are_one_gap(
    sam: Client, mohegan: Property
) -> None:
    for text in (
        "is there a pharmacy",
        "¿hay una farmacia?",
        "y a-t-il une pharmacie ?",
        "what time does the pharmacy open",
    ):
        ask(mohegan, text)
    ask(mohegan, "¿hay una lavandería?")
    page = inbox(sam)
    assert page.count("data-gap") == 2
    assert "asked 4 times" in page


def test_wordings_of_a_common_question_are_one_gap(
    sam: Client, mohegan: Property
) -> None:
    for text in (
        "Is there a laundry room?",
        "laundromat",
        "where can i wash my clothes",
        "do you have washing machines",
    ):
        ask(mohegan, text)
    for text in ("Is there a game room?", "lost and found?"):
        ask(mohegan, text)
    page = inbox(sam)
    assert page.count("data-gap") == 3
    assert "asked 4 times" in page


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


def test_what_the_records_do_not_hold_stays_a_gap_when_nobody_decides_on_it(
    sam: Client, mohegan: Property
) -> None:
    turns = {
        kind: ask(mohegan, text, "We look over it.", held_answers.WAITING)
        for kind, text in (
            ("notice", "Is there a dog park?"),
            ("answer", "When does Ballo open?"),
        )
    }
    for kind, turn in turns.items():
        held = {"text": "It says something.", "kind": kind}
        turn.messages.filter(role="concierge").update(held=held)
    assert held_answers.expire(timezone.now() + timedelta(days=1)) == 2
    page = inbox(sam)
    assert page.count("data-gap") == 1
    assert "Is there a dog park?" in page
    listed = sam.get(f"{CONVERSATIONS}?attention=unanswered").content.decode()
    assert "Is there a dog park?" in listed
    assert "When does Ballo open?" not in listed


def test_a_guest_who_repeats_it_counts_once(sam: Client, mohegan: Property) -> None:
    turn = ask_in_part(mohegan, "Is there a dog park?")
    again = ask_in_part(mohegan, "is there a dog park")
    Turn.objects.filter(pk=again.pk).update(conversation=turn.conversation)
    Message.objects.filter(turn=again).update(conversation=turn.conversation)
    assert "asked 1 time, answered in part" in inbox(sam)


def test_personal_data_is_hidden(sam: Client, mohegan: Property) -> None:
    ask(mohegan, "Call 860-555-0142 about the dog park")
    page = inbox(sam)
    assert "555-0142" not in page
    assert "[phone]" in page


def test_long_questions_are_compared_by_their_beginning(
    sam: Client, mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = RecordingEmbedder()
    monkeypatch.setattr(meaning, "embedder", lambda: embedder)
    beginning = "May I bring my dog? " * 40
    for number in range(3):
        ask(mohegan, f"{beginning} {number} ".ljust(4000, "x"))
    ask(mohegan, "Is there a dog park?")
    assert inbox(sam).count("data-gap") == 2
    # Each beginning as a whole, and its telling words.
    assert len(embedder.texts) == 4
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


def test_bare_replies_are_no_gaps(sam: Client, mohegan: Property) -> None:
    for text in (
        "yes",
        "Sí",
        "no, gracias",
        "ok great, thank you!",
        "12",
        "dos",
        "好的",
        "the second one",
        "make it 3",
        "el segundo",
    ):
        ask(mohegan, text)
    about_bookings = ask(mohegan, "Could you move it?")
    about_bookings.messages.filter(role="concierge").update(requests=[{"id": 1}])
    badly_rated = ask(mohegan, "Cancel my room please")
    badly_rated.route = "bookings"
    badly_rated.save()
    Feedback.objects.create(
        conversation=badly_rated.conversation, turn=badly_rated, rating=1
    )
    ask(mohegan, "no parking?")
    page = inbox(sam)
    assert page.count("data-gap") == 1
    assert "no parking?" in page
