"""The questions that the ranking learns from, and how it is judged by them."""

from __future__ import annotations

from typing import Any

import numpy as np
import yaml

from apps.knowledge.question.subject import NO_SUBJECT
from apps.knowledge.statements import features, signals, topics
from apps.knowledge.statements.index import DIMENSIONS, Statement, StatementIndex
from apps.knowledge.statements.reading import Reading
from benchmarks.training import questions, statement_ranking
from benchmarks.training.questions import UNANSWERED, Conversation, Question
from benchmarks.training.ranking_samples import Sample
from benchmarks.training.statement_ranking import Weights


def names_of_rows() -> dict[str, set[str]]:
    """The names of the rows of every resort, by its slug."""
    pages = [
        yaml.safe_load(path.read_text("utf-8")) for path in questions.fixture_paths()
    ]
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
    matrix[:, 0] = scores
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
    )


def test_it_judges_answered_and_unanswered_questions_apart() -> None:
    by_cosine = np.zeros(len(features.FEATURES), np.float32)
    by_cosine[0] = 1
    signs = np.zeros(len(signals.SIGNALS), np.float32)
    signs[signals.SIGNALS.index("bias")] = -4
    signs[signals.SIGNALS.index("sentence_cosine")] = 6
    samples = [
        sample("one", (0.9, 0.1)),
        sample("one", (0.2, 0.3)),
        sample("none", (0.1, 0)),
    ]
    figures = statement_ranking.judge(samples, Weights(by_cosine, signs, signs))
    assert (figures.count, figures.first, figures.third) == (3, 0.5, 1)
    assert (figures.refused, figures.doubted, figures.caught) == (0.5, 0, 1)


def test_it_learns_that_near_sentences_answer() -> None:
    samples = [
        sample("one", (0.9, 0.1)),
        sample("one", (0.7, 0.3)),
        sample("none", (0.1, 0)),
    ]
    weights = statement_ranking.fit(samples)
    assert weights.ranking[0] > 1
    assert statement_ranking.judge(samples, weights).first == 1
    assert np.array_equal(weights.ranking, statement_ranking.fit(samples).ranking)


def test_a_statement_that_may_not_answer_is_never_first() -> None:
    weights = statement_ranking.fit([sample("one", (0.9, 0.1)), sample("none", (0, 0))])
    nearer_may_not = sample("one", (0.1, 0.9), may_answer=(True, False))
    assert statement_ranking.judge([nearer_may_not], weights).first == 1
