"""Groups unanswered questions by meaning, the most frequent group first.

A question that was answered in part weighs less than any that was not answered. What
guests state of the resort is grouped as well, apart from the questions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import numpy as np
from django.core.cache import cache
from django.db.models import Q
from numpy.typing import NDArray

from apps.guests.extraction import telling
from apps.infrastructure import sql
from apps.language.word_forms import stems
from apps.llm.embeddings import Embedder, HashingEmbedder, embedder
from apps.llm.failures import ModelUnavailable
from apps.privacy.redaction import redact
from apps.staff.gaps import legibility
from apps.staff.models import GapWork

PERIOD = timedelta(days=30)
MOST_QUESTIONS = 1000
# Cosine similarity from which two questions belong to one gap.
MIN_SIMILARITY = 0.72
# Longer questions are compared by their beginning: each word costs the model time, and
# the page waits for it.
MAX_COMPARED_CHARS = 300
CACHE_SECONDS = 24 * 60 * 60
LONG_AGO = datetime.min.replace(tzinfo=UTC)
STATEMENT = Path(__file__).with_name("unanswered.sql")


@dataclass(frozen=True)
class Question:
    """A guest's redacted question, and its conversation.

    is_in_part: the answer says that the records hold only part of it. is_remark: it
    asks nothing; the guest states something of the resort. is_by_answer: it is here for
    its answer, and not since the guest rated that.
    """

    message_id: int
    text: str
    conversation_id: UUID
    property_id: int
    asked_at: datetime
    is_in_part: bool
    is_remark: bool = False
    language: str = "en"
    is_by_answer: bool = False


@dataclass
class Gap:
    """Questions with the same meaning; the first one represents them."""

    property_id: int
    questions: list[Question] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.questions[0].text

    @property
    def newest_at(self) -> datetime:
        return max(question.asked_at for question in self.questions)

    @property
    def is_remark(self) -> bool:
        """Whether guests state this of the resort, and ask nothing."""
        return self.questions[0].is_remark

    @property
    def in_part_count(self) -> int:
        return sum(question.is_in_part for question in self.questions)

    @property
    def is_in_part(self) -> bool:
        """Whether each of its questions was answered in part."""
        return self.in_part_count == len(self.questions)


def gaps(now: datetime) -> list[Gap]:
    """The unanswered questions by meaning; those answered in part come last."""
    questions = unanswered(now)
    beginnings = [question.text[:MAX_COMPARED_CHARS] for question in questions]
    groups = group(questions, _unit_vectors(beginnings))
    return sorted(groups, key=_weight)


def _weight(gap: Gap) -> tuple[int, int, float]:
    unanswered_count = len(gap.questions) - gap.in_part_count
    return -unanswered_count, -gap.in_part_count, -gap.newest_at.timestamp()


def unanswered(now: datetime) -> list[Question]:
    """A thousand of the last thirty days: those answered in part last, else the newest
    first.

    Those that staff have answered with a row since they were asked are left out, and
    those that hold no word, reply "yes" or "12", or only tell something of the guest.
    """
    parameters = {"since": now - PERIOD, "most": MOST_QUESTIONS}
    questions = [
        Question(message_id, redact(text), *columns)
        for message_id, text, *columns in sql.fetch(
            sql.statement(STATEMENT), parameters
        )
    ]
    closed = _closed(now)
    return [
        question
        for question in _without_repeats(questions)
        if question.asked_at
        > closed.get((question.property_id, question.text), LONG_AGO)
        and not legibility.is_bare_reply(question.text)
        and legibility.is_legible(question.text, question.property_id)
        and not _only_tells(question)
    ]


def _only_tells(question: Question) -> bool:
    """Whether there is nothing to answer: "we had a long drive from Boston"."""
    return question.is_by_answer and telling.only_tells(
        question.text, question.language
    )


def _without_repeats(questions: list[Question]) -> list[Question]:
    """A guest who repeats a question that was answered in part has asked it once."""
    first_by_wording: dict[tuple[object, ...], Question] = {}
    for question in questions:
        wording = (
            tuple(stems(question.text)) if question.is_in_part else question.message_id
        )
        first_by_wording.setdefault((question.conversation_id, wording), question)
    return list(first_by_wording.values())


def _closed(now: datetime) -> dict[tuple[int, str], datetime]:
    """When staff last had a row answer a question, by property and question.

    One that they dismissed stays away when it is asked again; one that the proof did
    not find stays open.
    """
    recent = Q(closed_at__gt=now - PERIOD) | Q(is_dismissed=True, closed_at__lte=now)
    works = GapWork.objects.filter(recent).order_by("is_dismissed", "closed_at")
    return {
        (work.property_id, ask): now if work.is_dismissed else work.closed_at
        for work in works
        if work.closed_at
        for ask in work.closed_questions()
    }


def group(questions: list[Question], vectors: NDArray[np.float32]) -> list[Gap]:
    """Each question joins the most similar gap of its property, or begins a new one.

    What guests state is never in a gap with what guests ask.
    """
    groups: list[Gap] = []
    first_vectors: list[NDArray[np.float32]] = []
    for question, vector in zip(questions, vectors, strict=True):
        similarities = [
            float(first @ vector) if _may_join(question, gap) else 0.0
            for gap, first in zip(groups, first_vectors, strict=True)
        ]
        best = max(range(len(groups)), key=similarities.__getitem__, default=-1)
        if best < 0 or similarities[best] < MIN_SIMILARITY:
            groups.append(Gap(question.property_id))
            first_vectors.append(vector)
            best = len(groups) - 1
        groups[best].questions.append(question)
    return groups


def _may_join(question: Question, gap: Gap) -> bool:
    is_of_kind = question.is_remark == gap.is_remark
    return is_of_kind and question.property_id == gap.property_id


def _unit_vectors(texts: list[str]) -> NDArray[np.float32]:
    """One row of unit length for each text; equal texts are embedded once."""
    if not texts:
        return np.zeros((0, 1), np.float32)
    distinct = list(dict.fromkeys(texts))
    vector_by_text = dict(zip(distinct, _embed(distinct), strict=True))
    return np.array([vector_by_text[text] for text in texts], np.float32)


def _embed(texts: list[str]) -> list[list[float]]:
    """Without the model, questions are compared by their words."""
    try:
        return embed_cached(embedder(), texts)
    except ModelUnavailable:
        return HashingEmbedder().embed_queries(texts)


def embed_cached(model: Embedder, texts: Sequence[str]) -> list[list[float]]:
    """One vector for each text, cached for a day; raises ModelUnavailable."""
    keys = {text: _cache_key(model, text) for text in texts}
    cached: dict[str, list[float]] = cache.get_many(keys.values())
    uncached = [text for text, key in keys.items() if key not in cached]
    computed = model.embed_queries(uncached) if uncached else []
    new = {keys[text]: vector for text, vector in zip(uncached, computed, strict=True)}
    cache.set_many(new, CACHE_SECONDS)
    vectors = {**cached, **new}
    return [vectors[keys[text]] for text in texts]


def _cache_key(model: Embedder, text: str) -> str:
    return f"vector:{hashlib.sha256(f'{model.name} {text}'.encode()).hexdigest()}"
