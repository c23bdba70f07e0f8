"""What was learnt of questions and statements adds to the score, or adds nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from apps.knowledge.statements.index import DIMENSIONS
from apps.knowledge.statements.scoring import interaction
from apps.knowledge.statements.scoring.interaction import Interaction
from apps.llm.embeddings import HashingEmbedder, local

LEARNT = Interaction(
    question=np.full((2, DIMENSIONS), 0.5, np.float32),
    statement=np.full((2, DIMENSIONS), 0.25, np.float32),
    fields=("dress_code", "minimum_age"),
    of_fields=np.array([[1, 0], [0, 1]], np.float32),
    kinds=("venue",),
    of_kinds=np.array([[4, 4]], np.float32),
)


def test_a_statement_is_seen_by_its_vector_its_field_and_its_kind() -> None:
    vectors = np.zeros((2, DIMENSIONS), np.float32)
    vectors[1, 0] = 1
    projected = LEARNT.of_statements(
        vectors, ["dress_code", "unknown"], ["venue", "unknown"]
    )
    assert projected.tolist() == [[5, 4], [0.25, 0.25]]


def test_it_says_nothing_of_a_vector_that_no_sentence_model_made() -> None:
    hashed = np.array(HashingEmbedder().embed_queries(["Is there a pool?"])[0])
    assert not LEARNT.of_question(hashed).any()
    of_model = np.array(local().embed_queries(["Is there a pool?"])[0])
    assert LEARNT.of_question(of_model).all()


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "interaction.npz"
    interaction.save(LEARNT, path)
    stored = interaction.load(path)
    assert stored.fields == LEARNT.fields
    assert np.array_equal(stored.question, LEARNT.question)
    assert np.array_equal(stored.of_kinds, LEARNT.of_kinds)
    interaction.load.cache_clear()


def test_the_weights_know_the_fields_of_records() -> None:
    assert {"dress_code", "minimum_age", "hours"} <= set(interaction.load().fields)
