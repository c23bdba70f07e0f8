"""Vectors in memory and vectors in PostgreSQL rank the same."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from pytest_django import Settings

from apps.knowledge import property_snapshot
from apps.knowledge.models import Embedding
from apps.knowledge.question import focus
from apps.knowledge.search import retrieval
from apps.knowledge.search.retrieval import Vectors
from apps.llm.embeddings import embedder
from apps.properties.models import Property
from tests import factories

NOW = datetime(2026, 11, 20, 23, tzinfo=UTC)
DEPTH = 40
QUESTIONS = (
    ("Where can I leave my car?", ()),
    ("Anything with seafood and a view?", ()),
    ("What should I wear there?", ("Ballo is Italian.", "Tell me about Ballo")),
    ("Which pool has a slide?", ()),
    ("and the price?", ("The Deluxe Room has two beds.", "Deluxe Room")),
    ("Is there a comedy club?", ("Hello",)),
)

pytestmark = pytest.mark.usefixtures("without_key")


def test_vectors_in_memory_and_in_the_database_give_the_same_order(
    demo: Property, settings: Settings
) -> None:
    for rows in (Embedding.objects.none(), Embedding.objects.filter(pk__lt=20)):
        rows.update(state=Embedding.State.PENDING)
        settings.MAX_PASSAGES_IN_MEMORY = 10_000
        in_memory = orders(demo)
        settings.MAX_PASSAGES_IN_MEMORY = 0
        in_database = orders(demo)
        assert in_memory == in_database
        assert all(in_memory)


def test_a_row_that_is_not_valid_is_not_ranked_in_memory(
    mohegan: Property, settings: Settings
) -> None:
    factories.FaqEntryFactory.create(
        property=mohegan, valid_to=datetime(2026, 11, 1, tzinfo=UTC)
    )
    settings.MAX_PASSAGES_IN_MEMORY = 10_000
    assert order(mohegan, "Is parking free?", ()) == []


def orders(place: Property) -> list[list[int]]:
    property_snapshot.forget()
    return [order(place, text, earlier) for text, earlier in QUESTIONS]


def order(place: Property, text: str, earlier: tuple[str, ...]) -> list[int]:
    snapshot, model = property_snapshot.of(place.pk), embedder()
    question = focus.question(snapshot, text, earlier)
    values = model.embed_queries(question.wordings)
    vectors = Vectors(model.name, values, model.min_relevance)
    ranked = retrieval.rank(question, vectors, snapshot, NOW, DEPTH)
    return [passage_id for passage_id, _ in ranked]
