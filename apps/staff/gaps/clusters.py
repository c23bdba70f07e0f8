"""Groups unanswered questions by meaning, the most frequent group first.

A question that was answered in part weighs less than any that was not answered. What
guests state of the resort is grouped as well, apart from the questions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import compress
from pathlib import Path
from uuid import UUID

import numpy as np
from django.db.models import Q

from apps.guests.extraction import telling
from apps.infrastructure import sql
from apps.language import bare_replies
from apps.language.word_forms import stems
from apps.privacy.redaction import redact
from apps.staff.gaps import ignored_questions
from apps.staff.gaps.meaning import MIN_SIMILARITY, QuestionVectors, Vectors
from apps.staff.models import GapWork

PERIOD = timedelta(days=30)
MOST_QUESTIONS = 1000
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


def gaps(questions: list[Question], vectors: QuestionVectors) -> list[Gap]:
    """The questions by meaning; those answered in part come last."""
    return sorted(group(questions, vectors.of(_wordings(questions))), key=_weight)


def undismissed(now: datetime, vectors: QuestionVectors) -> list[Question]:
    """Those of `unanswered` that mean nothing that staff have dismissed."""
    questions = unanswered(now)
    return [
        *compress(
            questions, ~ignored_questions.are_dismissed(_wordings(questions), vectors)
        )
    ]


def _wordings(questions: list[Question]) -> list[tuple[int, str]]:
    return [(question.property_id, question.text) for question in questions]


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
        and not bare_replies.is_bare(question.text)
        and ignored_questions.is_legible(question.text, question.property_id)
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


def group(questions: list[Question], vectors: Vectors) -> list[Gap]:
    """Each question joins the gap of its property that it is most like on average, or
    begins a new one.

    What guests state is never in a gap with what guests ask.
    """
    groups: list[Gap] = []
    sums: list[Vectors] = []
    for question, vector in zip(questions, vectors, strict=True):
        similarities = [
            float(total @ vector) / len(gap.questions)
            if _may_join(question, gap)
            else 0.0
            for gap, total in zip(groups, sums, strict=True)
        ]
        best = max(range(len(groups)), key=similarities.__getitem__, default=-1)
        if best < 0 or similarities[best] < MIN_SIMILARITY:
            groups.append(Gap(question.property_id))
            sums.append(np.zeros_like(vector))
            best = len(groups) - 1
        groups[best].questions.append(question)
        sums[best] = sums[best] + vector
    return groups


def _may_join(question: Question, gap: Gap) -> bool:
    is_of_kind = question.is_remark == gap.is_remark
    return is_of_kind and question.property_id == gap.property_id
