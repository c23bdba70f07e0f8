"""The questions that guests ask in vain: the one count of them, for every page.

The start page is opened often, so it reads what was judged within the last minute.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, Max

from apps.conversations.models import Message
from apps.staff.gaps import clusters
from apps.staff.gaps.clusters import Question
from apps.staff.gaps.meaning import QuestionVectors
from apps.staff.models import GapWork

CACHE_SECONDS = 60


def latest(
    property_ids: Collection[int], now: datetime, vectors: QuestionVectors
) -> list[Question]:
    """Those of `clusters.undismissed` of these properties, judged now."""
    key = _key(
        property_ids
    )  # of the state before: what is done meanwhile makes another
    questions = [
        question
        for question in clusters.undismissed(now, vectors)
        if question.property_id in property_ids
    ]
    cache.set(key, questions, CACHE_SECONDS)
    return questions


def recent(property_ids: Collection[int], now: datetime) -> list[Question]:
    """The same, up to a minute old.

    What staff answer, dismiss or reopen, and what a guest erases, counts at once.
    """
    questions: list[Question] | None = cache.get(_key(property_ids))
    if questions is None:
        return latest(property_ids, now, QuestionVectors())
    return _without_erased(questions)


def without_answer(questions: Iterable[Question]) -> list[Question]:
    """Those that were not even answered in part; remarks of guests ask nothing."""
    return [
        question
        for question in questions
        if not (question.is_in_part or question.is_remark)
    ]


def _key(property_ids: Collection[int]) -> str:
    """Another one once staff have done something about a gap of these properties."""
    works = GapWork.objects.filter(property__in=property_ids)
    state = works.aggregate(
        Count("pk"), Max("pk"), Count("closed_at"), Max("closed_at"), Max("asked_at")
    )
    text = f"{sorted(property_ids)} {sorted(state.items())}"
    return f"unanswered:{hashlib.sha256(text.encode()).hexdigest()}"


def _without_erased(questions: list[Question]) -> list[Question]:
    keys = [question.message_id for question in questions]
    rows = Message.objects.filter(pk__in=keys)
    stored_keys = set(rows.values_list("pk", flat=True))
    return [question for question in questions if question.message_id in stored_keys]
