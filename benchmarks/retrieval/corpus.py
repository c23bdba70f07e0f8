"""Runs the production retrieval over a corpus of documents about places.

Formats are those of the benchmark's README: documents with `entity`, `title` and
`text`, queries with `query` and `context`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from apps.catalog.models import Amenity, FaqEntry, Item, Restaurant
from apps.knowledge import property_snapshot
from apps.knowledge.indexing import vectors as passage_vectors
from apps.knowledge.models import Passage
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import row_names
from apps.knowledge.search import retrieval
from apps.knowledge.search.retrieval import Question, Vectors
from apps.llm.embeddings import Embedder, MiniLMEmbedder
from apps.properties.models import Jurisdiction, Property
from benchmarks.retrieval import knowledge_seeking

RANKED = 40
DAY = date(2000, 1, 1)
Row = dict[str, Any]


class BadLine(Exception):  # noqa: N818 - it names the line
    """A line of an input file that cannot be used; says which and why."""


def rows(path: Path, fields: Iterable[str]) -> Iterator[Row]:
    """Objects of a JSON-lines file, each with these fields."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise BadLine(f"{path.name}, line {number}: not JSON ({error}).") from error
        lacking = [name for name in fields if name not in row]
        if lacking:
            raise BadLine(f"{path.name}, line {number}: no {', '.join(lacking)}.")
        yield row


def scratch_property(corpus: Path) -> tuple[Property, bool]:
    """A property of its own for this very file, and whether it is still empty."""
    digest = hashlib.sha256(corpus.read_bytes()).hexdigest()[:12]
    law, _ = Jurisdiction.objects.get_or_create(
        code="scratch", defaults={"name": "Scratch", "gaming_age": 21, "source": "test"}
    )
    return Property.objects.get_or_create(
        slug=f"scratch-{digest}",
        defaults={
            "name": "Scratch",
            "time_zone": "UTC",
            "phone": "0",
            "website": "example.com",
            "location": "nowhere",
            "jurisdiction": law,
            "bot_mode": Property.BotMode.PAUSED,
        },
    )


def load(scratch: Property, documents: Iterable[Row]) -> int:
    """Saves every document as a question about its place, through the models' save."""
    places: dict[str, Item] = {}
    count = 0
    for document in documents:
        entity = document["entity"]
        if entity not in places:
            places[entity] = _place(scratch, document)
        _document(scratch, places[entity], document)
        count += 1
    return count


def embed(scratch: Property, embedder: Embedder) -> None:
    """Computes the vectors that the scratch property lacks."""
    passage_vectors.adopt(embedder.name)
    passage_vectors.embed(passage_vectors.waiting(embedder.name), embedder)


def run(
    scratch: Property, queries: list[Row], embedder: Embedder, at: datetime
) -> Iterator[Row]:
    """One result a query: `query_id`, `ranked_ids`, best first, `knowledge_seeking`."""
    asks = _seeking(queries, embedder)
    known = property_snapshot.of(scratch.pk)
    questions = [_question(known, query) for query in queries]
    values = iter(
        embedder.embed_queries([text for q in questions for text in q.wordings])
    )
    ids = dict(Item.objects.of(scratch).values_list("id", "source"))
    for query, question, seeks in zip(queries, questions, asks, strict=True):
        own = [next(values) for _ in question.wordings]
        vectors = Vectors(embedder.name, own, embedder.min_relevance)
        ranked = retrieval.rank(question, vectors, scratch.pk, at, RANKED)
        owner = dict(
            Passage.objects.filter(id__in=[key for key, _ in ranked]).values_list(
                "id", "item_id"
            )
        )
        found = dict.fromkeys(ids[owner[key]] for key, _ in ranked)
        yield {
            "query_id": query["id"],
            "ranked_ids": [key for key in found if key],
            "knowledge_seeking": seeks,
        }


def seeking_features(
    queries: Sequence[Row], model: MiniLMEmbedder
) -> knowledge_seeking.Floats:
    turns = [query["query"] for query in queries]
    before = [(query["context"] or [""])[-1].partition(" ")[2] for query in queries]
    return knowledge_seeking.features(turns, before, model)


def _seeking(queries: Sequence[Row], embedder: Embedder) -> list[bool]:
    """Without the local vectors a question mark has to do."""
    if not isinstance(embedder, MiniLMEmbedder):
        return ["?" in query["query"] for query in queries]
    rows = seeking_features(queries, embedder)
    told: list[bool] = knowledge_seeking.seeks(rows, knowledge_seeking.load()).tolist()
    return told


def _question(known: PropertySnapshot, query: Row) -> Question:
    earlier = [turn.partition(" ")[2] for turn in reversed(query["context"])]
    return row_names.question(known, query["query"], earlier)


def _place(scratch: Property, document: Row) -> Item:
    name = document["title"].partition(": ")[0]
    shared: dict[str, Any] = {
        "property": scratch,
        "slug": slugify(document["entity"].replace(":", "-")),
        "name": name,
        "status": Item.Status.LIVE,
        "as_of": DAY,
        "source": "",
    }
    place: Item = (
        Restaurant(cuisine="food", price_band=2, **shared)
        if document["domain"] == "restaurant"
        else Amenity(sort=Amenity.Sort.SERVICE, **shared)
    )
    place.save()
    return place


def _document(scratch: Property, place: Item, document: Row) -> None:
    question = document["title"].partition(": ")[2]
    answer = document["text"].partition(": ")[2].removeprefix(question).strip()
    FaqEntry(
        property=scratch,
        slug=slugify(document["id"].replace(":", "-")),
        name=question[:200],
        answer=answer,
        about=place,
        status=Item.Status.LIVE,
        as_of=DAY,
        source=document["id"],
    ).save()
