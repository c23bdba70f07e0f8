"""Runs the production retrieval over a corpus of documents about places.

The formats are those of the benchmark's README: documents with `entity`, `title` and
`text`, queries with `query` and `context`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from apps.catalog.models import Amenity, FaqEntry, Item, Restaurant
from apps.knowledge import property_snapshot
from apps.knowledge.indexing import vectors as passage_vectors
from apps.knowledge.models import item_of
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import focus
from apps.knowledge.question.focus import Question
from apps.knowledge.search import retrieval
from apps.knowledge.search.retrieval import Vectors
from apps.llm.embeddings import Embedder, MiniLMEmbedder
from apps.properties.models import Property
from benchmarks.retrieval import knowledge_seeking
from benchmarks.scratch_database import create_property

MAX_RANKED = 40
AS_OF = date(2000, 1, 1)
Row = dict[str, Any]


class BadLine(Exception):  # noqa: N818 - it names the line
    """A line of an input file that cannot be used; its text says which and why."""


def rows(path: Path, fields: Iterable[str]) -> Iterator[Row]:
    """Objects of a JSON-lines file, each with these fields. Raises `BadLine`."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise BadLine(f"{path.name}, line {number}: not JSON ({error}).") from error
        missing_fields = [name for name in fields if name not in row]
        if missing_fields:
            raise BadLine(
                f"{path.name}, line {number}: no {', '.join(missing_fields)}."
            )
        yield row


def load(documents: Iterable[Row]) -> Property:
    """Saves the documents in a new property, each as a question about its place.

    They go through the models' `save`, as the edits of staff do.
    """
    corpus_property = create_property("corpus", "Corpus")
    places: dict[str, Item] = {}
    for document in documents:
        entity = document["entity"]
        if entity not in places:
            places[entity] = _save_place(corpus_property, document)
        _save_question(corpus_property, places[entity], document)
    return corpus_property


def embed(embedder: Embedder) -> None:
    """Computes the vectors of the search; no statements are ranked here."""
    passage_vectors.adopt(embedder.name)
    waiting = passage_vectors.waiting(embedder.name)
    passage_vectors.embed(waiting, embedder, with_statements=False)


def rank(
    corpus_property: Property, queries: list[Row], embedder: Embedder, at: datetime
) -> Iterator[Row]:
    """One result a query: `query_id`, `knowledge_seeking`, `ranked_ids` best first."""
    are_seeking = _are_seeking(queries, embedder)
    snapshot = property_snapshot.of(corpus_property.pk)
    questions = [_question(snapshot, query) for query in queries]
    wordings = [text for question in questions for text in question.wordings]
    wording_vectors = iter(embedder.embed_queries(wordings))
    document_ids = dict(Item.objects.of(corpus_property).values_list("id", "source"))
    for query, question, is_seeking in zip(
        queries, questions, are_seeking, strict=True
    ):
        own_vectors = [next(wording_vectors) for _ in question.wordings]
        vectors = Vectors(embedder.name, own_vectors, embedder.min_relevance)
        item_ids = _ranked_items(question, vectors, snapshot, at)
        ranked_ids = dict.fromkeys(document_ids[item_id] for item_id in item_ids)
        yield {
            "query_id": query["id"],
            # A place itself has no source: it is no document of the corpus.
            "ranked_ids": [document_id for document_id in ranked_ids if document_id],
            "knowledge_seeking": is_seeking,
        }


def seeking_features(
    queries: Sequence[Row], model: MiniLMEmbedder
) -> knowledge_seeking.Floats:
    """Features of the queries for `knowledge_seeking`, one row a query."""
    turns = [query["query"] for query in queries]
    turns_before = [
        (query["context"] or [""])[-1].partition(" ")[2] for query in queries
    ]
    return knowledge_seeking.features(turns, turns_before, model)


def _are_seeking(queries: Sequence[Row], embedder: Embedder) -> list[bool]:
    """Without the local vectors a question mark has to do."""
    if not isinstance(embedder, MiniLMEmbedder):
        return ["?" in query["query"] for query in queries]
    features = seeking_features(queries, embedder)
    are_seeking: list[bool] = knowledge_seeking.are_seeking(
        features, knowledge_seeking.load()
    ).tolist()
    return are_seeking


def _question(snapshot: PropertySnapshot, query: Row) -> Question:
    earlier_turns = [turn.partition(" ")[2] for turn in reversed(query["context"])]
    return focus.question(snapshot, query["query"], earlier_turns)


def _ranked_items(
    question: Question, vectors: Vectors, snapshot: PropertySnapshot, at: datetime
) -> list[int]:
    """Ids of the items whose passages rank best, best first."""
    ranking = retrieval.rank(question, vectors, snapshot, at, MAX_RANKED)
    return [item_of(snapshot.passages[passage_id]).pk for passage_id, _ in ranking]


def _save_place(corpus_property: Property, document: Row) -> Item:
    shared_fields: dict[str, Any] = {
        "property": corpus_property,
        "slug": slugify(document["entity"].replace(":", "-")),
        "name": document["title"].partition(": ")[0],
        "status": Item.Status.LIVE,
        "as_of": AS_OF,
        "source": "",
    }
    place: Item = (
        Restaurant(cuisine="food", price_band=2, **shared_fields)
        if document["domain"] == "restaurant"
        else Amenity(sort=Amenity.Sort.SERVICE, **shared_fields)
    )
    place.save()
    return place


def _save_question(corpus_property: Property, place: Item, document: Row) -> None:
    question = document["title"].partition(": ")[2]
    answer = document["text"].partition(": ")[2].removeprefix(question).strip()
    FaqEntry(
        property=corpus_property,
        slug=slugify(document["id"].replace(":", "-")),
        name=question[:200],
        answer=answer,
        about=place,
        status=Item.Status.LIVE,
        as_of=AS_OF,
        source=document["id"],
    ).save()
