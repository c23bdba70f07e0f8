"""Vectors in memory and vectors in PostgreSQL rank the same."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from pytest_django import Settings

from apps.knowledge import property_snapshot
from apps.knowledge.models import Embedding
from apps.knowledge.question import focus
from apps.knowledge.search import rankings, retrieval
from apps.knowledge.search.rankings import Scope
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
# The last ones say nothing that PostgreSQL looks for.
WORDINGS = (
    "pools, pool's POOLING free_parking free-parking",
    "Is the Wi-Fi at 888-226-7711 free 24/7, e.g. from 9:30 p.m.?",
    "café 東京 24hr x" + " restaurant" * 99,
    "is there a",
    "",
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


def test_words_in_memory_have_the_ranks_that_postgresql_gives(
    demo: Property, settings: Settings
) -> None:
    settings.MAX_PASSAGES_IN_MEMORY = 10_000
    property_snapshot.forget()
    vectors = property_snapshot.of(demo.pk).vectors(embedder().name)
    scope = Scope(demo.pk, NOW)
    for text in (*(text for text, _ in QUESTIONS), *WORDINGS):
        ranks = [
            {row.passage_id: round(row.words or 0, 4) for row in candidates}
            for candidates in (
                rankings.candidates(scope, text, "", (), (), vectors),
                rankings.candidates(scope, text, "", (), ()),
            )
        ]
        assert ranks[0] == ranks[1]
    assert ranks[0] == {}


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
