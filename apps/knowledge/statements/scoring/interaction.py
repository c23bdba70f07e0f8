"""How well a question and a statement fit, learnt from questions and their answers.

A bilinear form of low rank: both vectors of the sentence model are projected into a few
dimensions, where the field of a statement and the kind of its row have vectors of their
own. A cosine knows which texts are alike; this knows which statements answer which
questions: "how late can I stay?" is no more like a check-out time than like opening
hours. `manage.py train_ranking` writes the weights. Low-rank bilinear relevance as in
Bai et al., "Supervised Semantic Indexing", 2009.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).parents[1] / "data" / "interaction.npz"
# A vector of the hashing embedder is as long, but mostly exact zeros; nothing was
# learnt of such.
MOST_ZEROS = 0.5


@dataclass(frozen=True)
class Interaction:
    """question, statement: shape (rank, dimensions). of_fields: shape (fields, rank),
    in the order of `fields`; of_kinds in the same way."""

    question: Floats
    statement: Floats
    fields: tuple[str, ...]
    of_fields: Floats
    kinds: tuple[str, ...]
    of_kinds: Floats

    def of_statements(
        self, vectors: Floats, fields: Sequence[str], kinds: Sequence[str]
    ) -> Floats:
        """Shape (statements, rank); an unknown field or kind adds nothing."""
        projected: Floats = vectors @ self.statement.T
        projected += _looked_up(self.fields, self.of_fields, fields)
        projected += _looked_up(self.kinds, self.of_kinds, kinds)
        return projected

    def of_question(self, vector: Floats) -> Floats:
        """Shape (rank,); zeros for a vector that no sentence model made."""
        projected: Floats = self.question @ vector
        is_learnt = (vector == 0).mean() <= MOST_ZEROS
        return projected if is_learnt else np.zeros_like(projected)


@cache
def load(path: Path = WEIGHTS) -> Interaction:
    with np.load(path) as arrays:
        return Interaction(
            question=arrays["question"].astype(np.float32),
            statement=arrays["statement"].astype(np.float32),
            fields=tuple(arrays["fields"].tolist()),
            of_fields=arrays["of_fields"].astype(np.float32),
            kinds=tuple(arrays["kinds"].tolist()),
            of_kinds=arrays["of_kinds"].astype(np.float32),
        )


def save(interaction: Interaction, path: Path = WEIGHTS) -> None:
    """In half precision."""
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            allow_pickle=False,
            question=interaction.question.astype(np.float16),
            statement=interaction.statement.astype(np.float16),
            fields=np.array(interaction.fields),
            of_fields=interaction.of_fields.astype(np.float16),
            kinds=np.array(interaction.kinds),
            of_kinds=interaction.of_kinds.astype(np.float16),
        )
    load.cache_clear()


def places(names: Sequence[str], values: Sequence[str]) -> NDArray[np.intp]:
    """The place of each value among the names; that after the last for another one."""
    by_name = {name: place for place, name in enumerate(names)}
    return np.array([by_name.get(value, len(names)) for value in values], np.intp)


def _looked_up(names: Sequence[str], table: Floats, values: Sequence[str]) -> Floats:
    with_unknown = np.concatenate([table, np.zeros_like(table[:1])])
    looked_up: Floats = with_unknown[places(names, values)]
    return looked_up
