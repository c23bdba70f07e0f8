"""What a question leaves out because the question before has said it."""

from __future__ import annotations

import pytest

from apps.knowledge.statements import carried_topic

ASKING = {"open", "much", "tomorrow"}


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("and to drink?", "what is the minimum age to drink?"),
        ("what about bingo", "what is the minimum age for bingo"),
        ("and at the pool", "what is the minimum age at the pool"),
        ("for the club?", "what is the minimum age for the club?"),
    ],
)
def test_it_asks_the_same_of_another_thing(text: str, full: str) -> None:
    words = text.strip("?").split()[-1:]
    assert carried_topic.completed(text, "age", words, ASKING) == full


@pytest.mark.parametrize(
    "text",
    [
        "and a spa?",
        "and can we swim",
        "and tomorrow",
        "and how much",
        "bingo?",
        "and that one",
        "and for the big warm pool on the roof",
    ],
)
def test_a_question_that_asks_for_itself_stays_as_it_is(text: str) -> None:
    words = text.strip("?").split()[-1:]
    assert not carried_topic.completed(text, "age", words, ASKING)


def test_not_every_topic_is_carried_over() -> None:
    assert not carried_topic.completed("and bingo", "about", ["bingo"], ASKING)
    assert not carried_topic.completed("and bingo", "", ["bingo"], ASKING)
