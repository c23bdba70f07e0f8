"""What a search found: passages for the speaker, with what is computed for now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from apps.knowledge.models import Passage, Sentence
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import current_facts
from apps.language.calendar.asked_time import AskedTime
from apps.properties import websites


class Metadata(TypedDict):
    """`fits`: fields by which code chose the row for the question, in blanks."""

    passage_id: int
    item_id: int
    subject_id: int
    category: str
    item_name: str
    title: str
    field_group: str
    sentences: list[Sentence]
    revision: int
    source: str
    website: str
    updated_at: str
    fits: str


class Found(TypedDict):
    """One passage for the speaker; plain data, so that it can be checkpointed."""

    content: str
    metadata: Metadata
    score: float


def hours_of(
    found: Sequence[Found], snapshot: PropertySnapshot, at: datetime
) -> list[Found]:
    """The hours passages of the rows found, for questions about times."""
    have = {one["metadata"]["passage_id"] for one in found}
    score = {one["metadata"]["item_id"]: one["score"] for one in reversed(found)}
    items = dict.fromkeys(one["metadata"]["item_id"] for one in found)
    hours = [
        (snapshot.hours_passages[item], score[item])
        for item in items
        if item in snapshot.hours_passages
    ]
    return load([(key, score) for key, score in hours if key not in have], snapshot, at)


def load(
    ranked: Sequence[tuple[int, float]],
    snapshot: PropertySnapshot,
    at: datetime,
    asked: AskedTime | None = None,
) -> list[Found]:
    """Passages with what is computed for now and for the time asked for, once a row."""
    found, seen = [], set()
    for key, score in ranked:
        passage = snapshot.passages.get(key)
        if passage is None:  # written after the snapshot was read
            continue
        is_new = passage.item_id not in seen
        now = current_facts.computed(passage.item, at, asked) if is_new else []
        seen.add(passage.item_id)
        found.append(as_found(passage, [*passage.sentences, *now], score))
    return found


def as_found(passage: Passage, sentences: list[Sentence], score: float) -> Found:
    item = passage.item
    return {
        "content": " ".join(line["text"] for line in sentences),
        "score": round(score, 4),
        "metadata": {
            "passage_id": passage.pk,
            "item_id": passage.item_id,
            "subject_id": passage.subject_id,
            "category": item.kind,
            "item_name": item.name,
            "title": passage.title,
            "field_group": passage.field_group,
            "sentences": sentences,
            "revision": passage.revision,
            "source": item.source,
            "website": websites.href(item.website),
            "updated_at": item.updated_at.isoformat(),
            "fits": "",
        },
    }
