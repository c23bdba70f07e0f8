"""What a search found: passages for the speaker, with what is computed for now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TypedDict

from apps.catalog.hours import formatting
from apps.catalog.models import Item
from apps.knowledge.models import Passage, Sentence, item_of
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.schedule import computed_facts
from apps.language.calendar.asked_time import AskedTime
from apps.properties import websites

# Rows that an answer lists.
MAX_LISTED = 5
# By passage id and place in the passage.
Chances = Mapping[tuple[int, int], float]


class Metadata(TypedDict):
    """`fits`: fields by which code chose the row for the question, in blanks.

    `verified_at`: when staff last confirmed the row, as ISO 8601; empty for never.

    `part`: to which part of a message with several questions it belongs; 0 for all.
    """

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
    verified_at: str
    fits: str
    part: int


class Found(TypedDict):
    """One passage for the speaker; plain data, so that it can be checkpointed."""

    content: str
    metadata: Metadata
    score: float


def hours_of(
    passages: Sequence[Found],
    snapshot: PropertySnapshot,
    at: datetime,
    language: str = "en",
) -> list[Found]:
    """The hours of the rows that were found, for questions about times."""
    passage_ids = {passage["metadata"]["passage_id"] for passage in passages}
    # The best passage of a row comes first and gives its score.
    scores = {
        passage["metadata"]["item_id"]: passage["score"]
        for passage in reversed(passages)
    }
    items = dict.fromkeys(passage["metadata"]["item_id"] for passage in passages)
    about_hours = snapshot.ids_by_group.get("hours", {})
    ranked = [
        (about_hours[item], scores[item]) for item in items if item in about_hours
    ]
    missing = [row for row in ranked if row[0] not in passage_ids]
    return load(missing, snapshot, at, language=language)


def without(passages: Sequence[Found], rows: Collection[int]) -> list[Found]:
    """Those of other rows."""
    return [own for own in passages if own["metadata"]["item_id"] not in rows]


def level_with_first(passages: Sequence[Found]) -> Iterator[int]:
    """Ids of the rows that have the first one's value, in the field that counts."""
    field = passages[0]["metadata"]["fits"]
    values = [
        (passage["metadata"]["item_id"], line["value"])
        for passage in passages
        if passage["metadata"]["fits"] == field
        for line in passage["metadata"]["sentences"]
        if line["field"] == field
    ]
    yield from (row for row, value in values if value == values[0][1])


def load(
    ranked: Sequence[tuple[int, float]],
    snapshot: PropertySnapshot,
    at: datetime,
    asked_for: AskedTime | None = None,
    chances: Chances | None = None,
    language: str = "en",
) -> list[Found]:
    """Passages; the first of each row has what is computed for now and the time asked.

    ranked: (passage id, score), best first. chances: that a sentence answers, by
    passage id and place. language: the guest's.
    """
    results: list[Found] = []
    item_ids: set[int] = set()
    for passage_id, score in ranked:
        passage = snapshot.passages.get(passage_id)
        if passage is None:  # written after the snapshot was read
            continue
        item = item_of(passage)
        is_first = item.pk not in item_ids
        facts = computed_facts.of(item, at, asked_for, language) if is_first else []
        item_ids.add(item.pk)
        sentences = _with_chances(passage, chances or {})
        if language != "en":
            sentences = [_in_language(line, item, language) for line in sentences]
        results.append(as_found(passage, [*sentences, *facts], score))
    return results


def _with_chances(passage: Passage, chances: Chances) -> list[Sentence]:
    sentences: list[Sentence] = passage.sentences
    return [
        {**sentence, "chance": round(chances.get((passage.pk, place), 0.0), 4)}
        for place, sentence in enumerate(sentences)
    ]


def _in_language(line: Sentence, item: Item, language: str) -> Sentence:
    """The weekly hours in the guest's words; other sentences are as recorded."""
    text = computed_facts.week(item, language) if line["field"] == "hours" else ""
    if not text:
        return line
    week = formatting.say_week(item, language)
    return {**line, "in_language": text, "value_in_language": week}


def as_found(passage: Passage, sentences: list[Sentence], score: float) -> Found:
    item = item_of(passage)
    return {
        "content": " ".join(line["text"] for line in sentences),
        "score": round(score, 4),
        "metadata": {
            "passage_id": passage.pk,
            "item_id": item.pk,
            "subject_id": passage.subject_id or item.pk,
            "category": item.kind,
            "item_name": item.name,
            "title": passage.title,
            "field_group": passage.field_group,
            "sentences": sentences,
            "revision": passage.revision,
            "source": item.source,
            "website": websites.href(item.website),
            "updated_at": item.updated_at.isoformat(),
            "verified_at": item.verified_at.isoformat() if item.verified_at else "",
            "fits": "",
            "part": 0,
        },
    }
