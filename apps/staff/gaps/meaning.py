"""What a question means, as a vector that is alike for all its wordings and languages.

A question is put into plain English first. Its words without those that ask whether
there is such a thing weigh as much as the whole: "pharmacy?" and "what time does the
pharmacy open" lack the same row. Questions that guests of every resort ask are more
alike where they are the same one: "laundromat?" and "where can I wash my clothes".
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from django.core.cache import cache
from numpy.typing import NDArray

from apps.conversations import single_question
from apps.knowledge import property_snapshot
from apps.knowledge.question.subject import NO_SUBJECT
from apps.knowledge.statements import common_questions
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.reading import Reading
from apps.language.word_forms import WORDS_OF_HAVING, content, stems
from apps.llm import embeddings
from apps.llm.embeddings import Embedder, HashingEmbedder, embedder
from apps.llm.failures import ModelUnavailable

# The mean cosine similarity to the questions of a gap from which another belongs to it.
MIN_SIMILARITY = 0.6
# Longer questions are compared by their beginning: each word costs the model time, and
# the page waits for it.
MAX_COMPARED_CHARS = 300
# How much more alike two questions are that are the same common question. With .2 of
# it, dry cleaning and a laundromat are one gap, which no one row answers.
SAME_COMMON_QUESTION = 0.18
CACHE_SECONDS = 24 * 60 * 60
Vectors = NDArray[np.float32]


def vectors(questions: Sequence[tuple[int, str]]) -> Vectors:
    """One row for each (property id, question); equal texts are embedded once.

    The product of two rows is the mean of two cosines, of the plain questions and of
    their telling words; `SAME_COMMON_QUESTION` more where both are the same one.
    """
    if not questions:
        return np.zeros((0, 1), np.float32)
    distinct = list(dict.fromkeys(questions))
    wordings = _wordings([_reading(*question) for question in distinct])
    texts = [text for own in wordings for text in (own.plain, own.telling)]
    by_text = _embed_each(texts)
    titles = [page.question for page in common_questions.common_questions().values()]
    rows = (_row(own, by_text, titles) for own in wordings)
    by_question = dict(zip(distinct, rows, strict=True))
    return np.array([by_question[question] for question in questions], np.float32)


class _Wordings(NamedTuple):
    """Of one question. common: empty where it is no common question."""

    plain: str
    telling: str
    common: str


def _row(own: _Wordings, by_text: dict[str, Vectors], titles: Sequence[str]) -> Vectors:
    """titles: of all common questions."""
    halves = np.concatenate([by_text[own.plain], by_text[own.telling]]) / np.sqrt(2)
    is_common = np.array([title == own.common for title in titles], np.float32)
    row: Vectors = np.concatenate([halves, is_common * np.sqrt(SAME_COMMON_QUESTION)])
    return row


class QuestionVectors:
    """`vectors` of the questions of one page, each of which is read once."""

    def __init__(self) -> None:
        self._vector_by_question: dict[tuple[int, str], Vectors] = {}

    def of(self, questions: Sequence[tuple[int, str]]) -> Vectors:
        vector_by_question = self._vector_by_question
        new = [own for own in dict.fromkeys(questions) if own not in vector_by_question]
        vector_by_question.update(zip(new, vectors(new), strict=True))
        rows = [vector_by_question[question] for question in questions]
        return np.array(rows) if rows else vectors(())


def _reading(property_id: int, text: str) -> Reading:
    """In English, with short forms written out, as far as the words are understood."""
    beginning = text[:MAX_COMPARED_CHARS]
    language = single_question.language_of(beginning)
    snapshot = property_snapshot.of(property_id)
    return readings.read(beginning, language, snapshot, NO_SUBJECT)


def _wordings(question_readings: Sequence[Reading]) -> list[_Wordings]:
    plain_texts = [_plain(reading) for reading in question_readings]
    own_vectors = np.array(_embed_cached(embeddings.local(), plain_texts), np.float32)
    return [
        _Wordings(plain, _telling_words(plain), _common_question(reading, plain, own))
        for reading, plain, own in zip(
            question_readings, plain_texts, own_vectors, strict=True
        )
    ]


def _plain(reading: Reading) -> str:
    return reading.text[:MAX_COMPARED_CHARS].strip("?¿ ").lower()


def _common_question(reading: Reading, plain: str, own_vector: Vectors) -> str:
    """Empty for what names a row, and for what is none of them."""
    if reading.named:
        return ""
    return common_questions.standard_question(plain, own_vector)


def _telling_words(plain_text: str) -> str:
    """Without the words of "is there", "do you have" and the like."""
    words = [
        word for word in plain_text.split() if content(stems(word)) - WORDS_OF_HAVING
    ]
    return " ".join(words) or plain_text


def _embed_each(texts: Sequence[str]) -> dict[str, Vectors]:
    distinct = list(dict.fromkeys(texts))
    rows = np.array(_embed(distinct), np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return dict(zip(distinct, rows / np.maximum(lengths, 1e-9), strict=True))


def _embed(texts: list[str]) -> list[list[float]]:
    """Without the model, questions are compared by their words."""
    try:
        return _embed_cached(embedder(), texts)
    except ModelUnavailable:
        return HashingEmbedder().embed_queries(texts)


def _embed_cached(model: Embedder, texts: Sequence[str]) -> list[list[float]]:
    """One vector for each text, cached for a day; raises ModelUnavailable."""
    keys = {text: _cache_key(model, text) for text in texts}
    cached: dict[str, list[float]] = cache.get_many(keys.values())
    uncached = [text for text, key in keys.items() if key not in cached]
    computed = model.embed_queries(uncached) if uncached else []
    new = {keys[text]: vector for text, vector in zip(uncached, computed, strict=True)}
    cache.set_many(new, CACHE_SECONDS)
    vectors_by_key = {**cached, **new}
    return [vectors_by_key[keys[text]] for text in texts]


def _cache_key(model: Embedder, text: str) -> str:
    return f"vector:{hashlib.sha256(f'{model.name} {text}'.encode()).hexdigest()}"
