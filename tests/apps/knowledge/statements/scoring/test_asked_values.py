"""Which sort of value a question asks for, and which sentences hold one."""

from __future__ import annotations

import pytest

from apps.knowledge.statements.scoring import asked_values
from apps.knowledge.statements.scoring.asked_values import SORTS


def sorts_of(question: str) -> set[str]:
    asked_for = asked_values.asked_for(question)
    return {sort for sort, is_asked in zip(SORTS, asked_for, strict=True) if is_asked}


@pytest.mark.parametrize(
    ("question", "sorts"),
    [
        ("how much is a lesson", {"money"}),
        ("what time is breakfast", {"time"}),
        ("how tall must you be", {"amount"}),
        ("where is the sauna", {"place"}),
        ("do you have a pool", set()),
        ("whom do I call", {"contact"}),
        ("when is last call, should we call ahead", {"time"}),
    ],
)
def test_it_reads_what_a_question_asks_for(question: str, sorts: set[str]) -> None:
    assert sorts_of(question) == sorts


def test_it_tells_which_sentences_hold_a_value_of_each_sort() -> None:
    held = asked_values.held_by(["A lesson is $55.", "Teachers speak French."])
    money = SORTS.index("money")
    assert held.shape == (2, len(SORTS))
    assert list(held[:, money]) == [True, False]


def test_an_index_without_sentences_holds_none() -> None:
    assert asked_values.held_by([]).shape == (0, len(SORTS))


@pytest.mark.parametrize(
    ("question", "sentence", "value"),
    [
        ("how much is a lesson", "A lesson is $55.", "held"),
        ("how much is a lesson", "Teachers speak French.", "missing"),
        ("do you have a pool", "There is a pool.", ""),
        ("a hall for 300 people", "The halls have 275,000 square feet.", "missing"),
        ("a hall for 300 people", "The hall holds 280 guests.", "missing"),
        ("a hall for 300 people", "The hall holds 1,200 guests.", ""),
        ("dinner for 2 people", "Reservations are recommended.", ""),
        ("how tall must you be", "Karts at 45 MPH for the tall.", "unmeasured"),
        ("how tall must you be", "Drivers are 48 inches tall or more.", "held"),
        ("any height limit?", "You must be tall enough.", "unmeasured"),
        ("how far is the lake", "The lake has 40 boats.", "unmeasured"),
        ("how far is the lake", "The lake is five minutes away.", "held"),
        ("do you take service dogs", "Dogs of up to 50 pounds stay.", "unmeasured"),
        ("do you take service dogs", "Service animals stay for free.", ""),
    ],
)
def test_it_tells_whether_a_sentence_holds_what_is_asked_for(
    question: str, sentence: str, value: str
) -> None:
    assert asked_values.in_sentence(question, sentence) == value
