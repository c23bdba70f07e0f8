"""Questions that are answered in part weigh less than those without an answer."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.conversations.models import Feedback
from apps.properties.models import Property
from apps.staff.gaps import clusters
from tests.apps.staff.gaps.questions import ADDRESS, ask, ask_in_part, inbox


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
