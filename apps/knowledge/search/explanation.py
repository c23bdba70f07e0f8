"""Why a search brought what it brought, and not something else; for staff."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from apps.catalog.models import Item
from apps.catalog.querysets import live
from apps.knowledge.models import Embedding, HeldSentence, Passage
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.focus import Question
from apps.knowledge.search import rankings, retrieval
from apps.knowledge.search.rankings import Candidate
from apps.knowledge.search.retrieval import Vectors

MOST_SHOWN = 30


@dataclass(frozen=True)
class Ranked:
    """A passage with what every stage made of it; ranks count from 1.

    `place` is where the answer gets it, None when it does not; `why_not` says why.
    """

    passage: Passage
    by_words: int | None
    by_vector: int | None
    by_focus: int | None
    cosine: float
    place: int | None
    why_not: str


def explain(
    question: Question, vectors: Vectors, snapshot: PropertySnapshot, at: datetime
) -> list[Ranked]:
    """What is taken, best first, then what was looked at and left."""
    candidates = retrieval.candidates(question, vectors, snapshot, at)
    limit = settings.RAG_TOP_K
    used_ids = [
        key
        for key, _ in retrieval.rank(question, vectors, snapshot, at, limit)
        if key in snapshot.passages
    ]
    ranks = [
        _ranks({candidate.passage_id: candidate.words for candidate in candidates}),
        _ranks({candidate.passage_id: candidate.direct for candidate in candidates}),
        _ranks({candidate.passage_id: candidate.second for candidate in candidates}),
    ]
    rows = [
        _ranked(candidate, snapshot, used_ids, ranks, vectors)
        for candidate in candidates
        if candidate.passage_id in snapshot.passages
    ]
    rows.sort(key=lambda row: (row.place or MOST_SHOWN + 1, -row.cosine))
    return rows[:MOST_SHOWN]


def why_not(
    item: Item, ranked: list[Ranked], snapshot: PropertySnapshot, at: datetime
) -> str:
    """Why no passage of a row is among what is taken; in staff words."""
    of_item = [row for row in ranked if row.passage.item_id == item.pk]
    if any(row.place for row in of_item):
        return "It is taken."
    return _absent(item, snapshot, at) or (
        of_item[0].why_not if of_item else _far(item)
    )


def _absent(item: Item, snapshot: PropertySnapshot, at: datetime) -> str:
    """Why a search could not see the row at all; empty when it could."""
    if item.property_id != snapshot.place.pk:
        return "It belongs to another property."
    if not Item.objects.filter(live(at), pk=item.pk).exists():
        return "It is not live at that time: look at its status and its dates."
    if Passage.objects.filter(item=item).exists():
        return ""
    held = HeldSentence.objects.filter(item=item).exists()
    return "All it says is held back." if held else "It has no passage: reindex it."


def _far(item: Item) -> str:
    waits = Embedding.objects.filter(passage__item=item).exclude(state="ready")
    if waits.exists():
        return "Its vectors are not there yet, and it shares no word with the question."
    return "Other passages are nearer in meaning, and it shares no telling word."


def _ranks(scores: dict[int, float | None]) -> dict[int, int]:
    return {key: rank for rank, key in enumerate(rankings.best(scores), 1)}


def _ranked(
    candidate: Candidate,
    snapshot: PropertySnapshot,
    used_ids: list[int],
    ranks: list[dict[int, int]],
    vectors: Vectors,
) -> Ranked:
    key = candidate.passage_id
    cosine = max(candidate.direct or 0.0, candidate.second or 0.0)
    place = used_ids.index(key) + 1 if key in used_ids else None
    return Ranked(
        passage=snapshot.passages[key],
        by_words=ranks[0].get(key),
        by_vector=ranks[1].get(key),
        by_focus=ranks[2].get(key),
        cosine=cosine,
        place=place,
        why_not="" if place else _reason(candidate, cosine, vectors),
    )


def _reason(candidate: Candidate, cosine: float, vectors: Vectors) -> str:
    floor = vectors.floor or 0.0
    if candidate.words:
        floor *= retrieval.SHARED_WORD_DISCOUNT
    if candidate.has_vector and cosine < floor:
        return f"Its likeness of {cosine:.2f} is below the floor of {floor:.2f}."
    return f"Others are better; {settings.RAG_TOP_K} passages are taken."
