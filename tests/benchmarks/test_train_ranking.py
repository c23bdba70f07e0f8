"""The questions that the ranking learns from, and how it is judged by them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from apps.infrastructure import yaml_files
from apps.knowledge.question.subject import NO_SUBJECT
from apps.knowledge.statements import topics
from apps.knowledge.statements.index import DIMENSIONS, Statement, StatementIndex
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.scoring import features, signals
from apps.knowledge.statements.scoring.interaction import Interaction
from benchmarks.training import questions, statement_ranking, statement_scores
from benchmarks.training.questions import UNANSWERED, Conversation, Question
from benchmarks.training.ranking_samples import Sample
from benchmarks.training.statement_ranking import Weights

SENTENCE_COSINE = features.FEATURES.index("sentence_cosine")
NO_VECTOR = np.zeros(DIMENSIONS, np.float32)
NOTHING_LEARNT = Interaction(
    question=np.zeros((1, DIMENSIONS), np.float32),
    statement=np.zeros((1, DIMENSIONS), np.float32),
    fields=("summary",),
    of_fields=np.zeros((1, 1), np.float32),
    kinds=("amenity",),
    of_kinds=np.zeros((1, 1), np.float32),
)


def names_of_rows() -> dict[str, set[str]]:
    """The names of the rows of every resort, by its slug."""
    pages = [yaml_files.read(path) for path in questions.fixture_paths()]
    return {
        page["property"]["slug"]: set(_names(page))
        for page in pages
        if "property" in page
    }


def _names(page: dict[str, Any]) -> list[str]:
    lists = [rows for rows in page.values() if isinstance(rows, list)]
    return [row["name"] for rows in lists for row in rows]


def test_every_labelled_row_is_a_row_of_its_resort() -> None:
    rows = names_of_rows()
    unknown = {
        (conversation.author, name)
        for conversation in questions.read()
        for question in conversation.questions
        for name in question.rows
        if name not in rows[conversation.resort]
    }
    assert unknown == set()


def test_an_answered_question_names_rows_and_fields() -> None:
    topic_fields = {field for topic in topics.topics() for field in topic.fields}
    all_questions = [q for talk in questions.read() for q in talk.questions]
    answered = [
        question for question in all_questions if question.shape not in UNANSWERED
    ]
    assert len(answered) > len(all_questions) / 2
    assert {field for question in answered for field in question.fields} <= topic_fields


def sample(
    shape: str,
    scores: tuple[float, float],
    may_answer: tuple[bool, bool] = (True, True),
) -> Sample:
    """A question whose first statement answers; `scores` are their cosines."""
    statements = [
        Statement(1, place, place, f"Row {place}", "amenity", "summary", "Words.")
        for place in range(2)
    ]
    zeros = np.zeros((2, DIMENSIONS), np.float32)
    matrix = np.zeros((2, len(features.FEATURES)), np.float32)
    matrix[:, SENTENCE_COSINE] = scores
    is_answered = shape not in UNANSWERED
    question = Question("words", ("Row 0",), frozenset({"summary"}), shape)
    return Sample(
        Conversation("author", "resort", "en", (question,)),
        question,
        StatementIndex(statements, zeros, zeros),
        Reading("words", "words", "en", "words", (), (), False, False, NO_SUBJECT),
        "about",
        matrix,
        np.array(may_answer),
        np.array([is_answered, False]),
        NO_VECTOR,
    )


def test_it_judges_answered_and_unanswered_questions_apart() -> None:
    by_cosine = np.zeros(len(features.FEATURES), np.float32)
    by_cosine[SENTENCE_COSINE] = 1
    signs = np.zeros(len(signals.SIGNALS), np.float32)
    signs[signals.SIGNALS.index("bias")] = -4
    signs[signals.SIGNALS.index("sentence_cosine")] = 6
    samples = [
        sample("one", (0.9, 0.1)),
        sample("one", (0.2, 0.3)),
        sample("none", (0.1, 0)),
    ]
    weights = Weights(by_cosine, NOTHING_LEARNT, signs, signs)
    figures = statement_ranking.judge(samples, weights)
    assert (figures.count, figures.first, figures.third) == (3, 0.5, 1)
    assert (figures.refused, figures.doubted, figures.caught) == (0.5, 0, 1)


@pytest.mark.nightly
def test_it_learns_that_near_sentences_answer() -> None:
    samples = [
        sample("one", (0.9, 0.1)),
        sample("one", (0.7, 0.3)),
        sample("none", (0.1, 0)),
    ]
    weights = statement_ranking.fit(samples * 50)
    assert weights.ranking[SENTENCE_COSINE] > 1
    assert statement_ranking.judge(samples, weights).first == 1
    again = statement_ranking.fit(samples * 50)
    assert np.array_equal(weights.ranking, again.ranking)


def test_a_statement_that_may_not_answer_is_never_first() -> None:
    samples = [sample("one", (0.9, 0.1)), sample("none", (0, 0))]
    weights = statement_ranking.fit(samples * 50)
    nearer_may_not = sample("one", (0.1, 0.9), may_answer=(True, False))
    assert statement_ranking.judge([nearer_may_not], weights).first == 1


def asked_of_field(resort: str, subject: int, place: int) -> Sample:
    """A question whose vector says which of two fields it asks for, and no cosine does.

    Its subject and the statements of the resort have dimensions of their own.
    """
    fields = ("minimum_age", "dress_code")
    statements = [
        Statement(1, number, number, f"Row {number}", "venue", field, "Words.")
        for number, field in enumerate(fields)
    ]
    vectors = np.full((2, DIMENSIONS), 0.01, np.float32)
    vectors[:, subject] = 1
    question = np.full(DIMENSIONS, 0.01, np.float32)
    question[place] = 1
    drawn = sample("one", (0.5, 0.5))
    return replace(
        drawn,
        conversation=replace(drawn.conversation, resort=resort),
        index=StatementIndex(statements, vectors, vectors),
        answers=np.array([place == 0, place == 1]),
        vector=question,
    )


@pytest.mark.nightly
def test_it_learns_which_field_a_question_asks_for_at_a_resort_it_never_saw() -> None:
    training = [
        asked_of_field(resort, subject, place)
        for resort, subject in (("one", 10), ("two", 20))
        for place in (0, 1)
    ]
    scoring = statement_scores.fit(training * 50)
    for place in (0, 1):
        unseen = asked_of_field("three", 30, place)
        scores = unseen.with_interaction(scoring.interaction).scores(scoring.ranking)
        assert scores.argmax() == place
