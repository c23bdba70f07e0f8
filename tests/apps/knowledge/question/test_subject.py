"""What a conversation is about, from one turn to the next."""

from __future__ import annotations

import json

import pytest

from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import MAX_ROWS, NO_SUBJECT, Subject

TALK_OF_BALLO = subjects.after([7, 7], "price", "How much is Ballo?", ["Ballo is $$$."])


@pytest.mark.parametrize(
    "subject", [NO_SUBJECT, TALK_OF_BALLO, Subject((3, 4), is_list=True, topic="hours")]
)
def test_it_comes_back_from_the_state_of_the_graph_as_it_was(subject: Subject) -> None:
    stored = json.loads(json.dumps(subject.stored()))
    assert subjects.read(stored) == subject


@pytest.mark.parametrize("stored", [None, {}])
def test_a_thread_without_a_state_is_about_nothing(
    stored: dict[str, object] | None,
) -> None:
    assert subjects.read(stored) == NO_SUBJECT


def test_it_is_about_a_row_that_was_cited_twice_once() -> None:
    expected = Subject(
        rows=(7,),
        is_list=False,
        topic="price",
        question="How much is Ballo?",
        statements=("Ballo is $$$.",),
    )
    assert expected == TALK_OF_BALLO


def test_several_rows_are_a_list_in_the_order_of_the_answer() -> None:
    subject = subjects.after([5, 3, 5], "food", "Where can we eat?", [])
    assert (subject.rows, subject.is_list) == ((5, 3), True)


def test_it_remembers_the_nearest_rows_of_a_long_list() -> None:
    subject = subjects.after(range(20), "food", "Where can we eat?", [])
    assert subject.rows == tuple(range(MAX_ROWS))
