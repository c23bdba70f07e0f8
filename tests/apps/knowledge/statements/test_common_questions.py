"""What guests of every resort ask is known by its sense, in three languages."""

from __future__ import annotations

import numpy as np
import pytest

from apps.knowledge.statements import common_questions
from apps.knowledge.statements.common_questions import standard_question
from apps.language.translation import question_words
from apps.llm import embeddings


def recognised(text: str, language: str = "en") -> str:
    plain = question_words.english(text, language)
    [vector] = embeddings.local().embed_queries([plain])
    return standard_question(plain, np.array(vector, np.float32))


@pytest.mark.parametrize(
    ("text", "language", "question"),
    [
        ("can i bring my parrot", "en", "Are pets allowed?"),
        ("need a babysitter", "en", "Do you have child care?"),
        ("puedo llevar a mi perrito", "es", "Are pets allowed?"),
        ("on peut venir avec notre chien", "fr", "Are pets allowed?"),
    ],
)
def test_it_knows_a_common_question_in_other_words(
    text: str, language: str, question: str
) -> None:
    assert recognised(text, language) == question


@pytest.mark.parametrize(
    "text",
    [
        "is there a pet store",
        "what time does the buffet close",
        "who won the world cup",
        "hello there",
        "",
    ],
)
def test_it_takes_nothing_else_for_one(text: str) -> None:
    assert recognised(text) == ""


def test_every_paraphrase_has_a_stored_vector() -> None:
    """Otherwise `manage.py embed_common_questions` has to run again."""
    questions = common_questions.common_questions().values()
    texts = [text for common in questions for text in common.paraphrases]
    [first, last] = embeddings.local().embed_queries([texts[0], texts[-1]])
    with np.load(common_questions.VECTORS) as stored:
        matrix = stored["matrix"]
    assert len(matrix) == len(texts) == len(common_questions.owners())
    assert np.allclose(matrix[[0, -1]], [first, last], atol=0.01)
