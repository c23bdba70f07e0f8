"""The vectors of sentences: a task stores them, the next snapshot has them."""

from __future__ import annotations

import numpy as np

from apps.knowledge import property_snapshot, tasks
from apps.knowledge.models import Embedding, Passage
from apps.knowledge.statements import vectors
from apps.knowledge.statements.index import DIMENSIONS, Statement, StatementIndex
from apps.knowledge.statements.ranking import Ranked
from apps.llm.embeddings import embedder
from apps.ops.doctor import content
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.apps.knowledge.statements.ranks import rank


def statements(place: Property) -> StatementIndex:
    return property_snapshot.of(place.pk).statements


def lacking(index: StatementIndex) -> list[Statement]:
    """Statements without vectors."""
    lengths = np.linalg.norm(index.sentence_vectors, axis=1)
    return [
        statement
        for statement, length in zip(index.statements, lengths, strict=True)
        if length == 0
    ]


def test_it_has_two_unit_vectors_of_each_sentence_once_the_task_has_run(
    mohegan: Property,
) -> None:
    factories.RestaurantFactory.create(property=mohegan, dress_code="Smart casual")
    assert len(lacking(statements(mohegan))) == len(statements(mohegan).statements)
    tasks.embed(embedding_ids=list(Embedding.objects.values_list("pk", flat=True)))
    index = statements(mohegan)
    for matrix in (index.sentence_vectors, index.field_vectors):
        assert matrix.shape == (len(index.statements), DIMENSIONS)
        assert np.allclose(np.linalg.norm(matrix, axis=1), 1, atol=0.01)


def test_it_finds_a_saved_row_by_its_words_first_and_later_by_meaning(
    mohegan: Property,
) -> None:
    factories.FaqEntryFactory.create(property=mohegan)
    embed_all()
    spa = factories.AmenityFactory.create(
        property=mohegan, summary="Massages and facials."
    )
    own = [s for s in statements(mohegan).statements if s.item_id == spa.pk]
    assert lacking(statements(mohegan)) == own
    assert rank(mohegan, "Do you offer facials?").best.item_id == spa.pk
    by_words = rank(mohegan, "somewhere to have my sore back kneaded")
    embed_all()
    assert not lacking(statements(mohegan))
    by_meaning = rank(mohegan, "somewhere to have my sore back kneaded")
    assert by_meaning.best.item_id == spa.pk
    assert chance_of(spa.pk, by_meaning) > chance_of(spa.pk, by_words)


def chance_of(item_id: int, ranked: Ranked) -> float:
    return float(ranked.chances[ranked.index.items == item_id].sum())


def test_the_timed_task_completes_vectors_of_before_sentences_had_any(
    mohegan: Property,
) -> None:
    factories.RestaurantFactory.create(property=mohegan)
    embed_all()
    Embedding.objects.update(statement_vectors=None)
    old_embedding = Embedding.objects.get()
    assert lacking(statements(mohegan))
    tasks.embed_pending()
    # Another process sees it too: the stamp of the snapshot differs.
    assert not lacking(statements(mohegan))
    new_embedding = Embedding.objects.get()
    assert new_embedding.state == "ready"
    assert np.allclose(new_embedding.vector, old_embedding.vector)
    assert tasks.embed_pending() == 0


def test_the_doctor_finds_no_fault_with_vectors_that_are_to_be_completed(
    mohegan: Property,
) -> None:
    factories.RestaurantFactory.create(property=mohegan)
    embed_all()
    Embedding.objects.update(statement_vectors=None)
    assert {finding.level for finding in content.vectors()} == {"ok"}


def test_it_leaves_out_vectors_of_another_text(mohegan: Property) -> None:
    factories.RestaurantFactory.create(property=mohegan)
    embed_all()
    Embedding.objects.update(statement_vectors=bytes(2 * DIMENSIONS))
    index = vectors.index(Passage.objects.select_related("item"), embedder().name)
    assert len(lacking(index)) == len(index.statements) > 1


def test_it_leaves_out_vectors_of_another_model(mohegan: Property) -> None:
    factories.RestaurantFactory.create(property=mohegan)
    embed_all()
    Embedding.objects.update(model="another-model")
    assert len(lacking(statements(mohegan))) == len(statements(mohegan).statements)


def test_it_ranks_no_statement_of_another_property(
    mohegan: Property, foxwoods: Property
) -> None:
    factories.RestaurantFactory.create(property=mohegan, name="Ballo")
    own = factories.AmenityFactory.create(property=foxwoods, summary="Massages.")
    embed_all()
    ranked = rank(foxwoods, "What is the dress code at Ballo?")
    assert set(ranked.index.items) == {own.pk}
    assert {passage_id for passage_id, _ in ranked.best_passages(10)} == set(
        Passage.objects.filter(property=foxwoods).values_list("pk", flat=True)
    )


def test_an_empty_property_has_no_statements(mohegan: Property) -> None:
    assert statements(mohegan).statements == ()
