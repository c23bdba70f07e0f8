"""The unanswered questions, for a page that is opened often: judged once a minute."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, Max

from apps.conversations.models import Message
from apps.staff.gaps import clusters
from apps.staff.gaps.clusters import Question
from apps.staff.models import GapWork

CACHE_SECONDS = 60


def unanswered(property_ids: Collection[int], now: datetime) -> list[Question]:
    """Those of `clusters.unanswered` of these properties, up to a minute old.

    What staff answer, dismiss or reopen, and what a guest erases, counts at once.
    """
    key = _key(property_ids)
    questions: list[Question] | None = cache.get(key)
    if questions is not None:
        return _without_erased(questions)
    questions = [
        question
        for question in clusters.unanswered(now)
        if question.property_id in property_ids
    ]
    cache.set(key, questions, CACHE_SECONDS)
    return questions


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
