"""What counts as an answer to a question whose rows its author has named."""

from __future__ import annotations

import numpy as np
import pytest

from apps.knowledge.statements import ranking_weights
from apps.knowledge.statements.scoring import interaction
from benchmarks.guest_questions import labelled
from benchmarks.guest_questions.labelled import Answer
from benchmarks.training import questions, statement_ranking
from benchmarks.training.questions import Conversation, Question
from benchmarks.training.statement_ranking import Weights


def _answer(shape: str, cited: set[str], *, is_uncertain: bool = False) -> Answer:
    question = Question("gym open?", ("Fitness Center",), frozenset(), shape)
    conversation = Conversation("somebody", "mohegan-sun", "en", (question,))
    return Answer(
        conversation, question, "", "property_qa", frozenset(cited), is_uncertain
    )


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (_answer("one", {"Fitness Center", "Spa"}), "answered"),
        (_answer("one", {"Fitness Center"}, is_uncertain=True), "uncertain"),
        (_answer("one", {"Spa"}), "other row"),
        (_answer("one", set()), "nothing"),
        (_answer("none", {"Fitness Center"}), "claimed"),
        (_answer("none", {"Fitness Center"}, is_uncertain=True), "uncertain"),
        (_answer("none", set()), "nothing"),
    ],
)
def test_it_tells_apart_how_a_question_was_answered(
    answer: Answer, outcome: str
) -> None:
    assert answer.outcome == outcome


def test_it_counts_what_the_records_hold_and_what_they_do_not() -> None:
    answers = [
        _answer("one", set()),
        _answer("one", {"Spa"}),
        _answer("one", {"Spa"}),
        _answer("none", {"Spa"}),
    ]
    assert list(labelled.figures(answers)) == [
        ("held", "other row", 2, 3),
        ("held", "nothing", 1, 3),
        ("not held", "claimed", 1, 1),
    ]


def test_each_conversation_has_a_moment_on_the_clock_of_the_resort() -> None:
    moments = [conversation.moment for conversation in questions.read()]
    assert moments
    assert all(moment is None or moment.tzinfo is None for moment in moments)
    assert labelled.MOMENT.tzinfo is None


def test_a_resort_is_asked_by_what_was_learnt_without_it() -> None:
    learnt = ranking_weights.load()
    zeros = Weights(
        np.zeros_like(learnt.ranking),
        interaction.load(),
        np.zeros_like(learnt.answerable),
        np.zeros_like(learnt.exact),
    )
    with statement_ranking.ranked_by(zeros):
        assert not ranking_weights.load().ranking.any()
    assert ranking_weights.load() is learnt
