"""The vectors of a property's passages in memory, for exact search without a query."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from apps.infrastructure import sql
from apps.knowledge import passage_words
from apps.knowledge.models import Passage
from apps.knowledge.passage_words import PassageWords

Floats = NDArray[np.float32]
STATEMENT = Path(__file__).with_suffix(".sql")
MAX_MODELS = 2
# As pgvector encodes a vector: two numbers of two bytes, then big-endian floats.
HEADER_BYTES = 4
ENCODED_FLOAT = np.dtype(">f4")


@dataclass(frozen=True)
class PassageVectors:
    """All passages of a property, by ascending id, with their vectors under one model.

    matrix: shape (passages, dimensions), unit vectors; zeros where `is_ready` is not.
    sentences: the same of all their sentences; owners: places of their passages, which
    ascend. subjects, items: ids of the rows that the passages talk about and belong to.
    words: of the passages, for their ranking by words.
    """

    ids: NDArray[np.intp]
    subjects: NDArray[np.intp]
    items: NDArray[np.intp]
    is_ready: NDArray[np.bool_]
    matrix: Floats
    sentences: Floats
    owners: NDArray[np.intp]
    words: PassageWords

    def cosines(self, vector: Sequence[float]) -> Floats | None:
        """Of every passage, NaN without a vector; None where none can be compared."""
        if len(vector) != self.matrix.shape[1]:
            return None
        cosines = self.matrix @ np.asarray(vector, np.float32)
        return np.where(self.is_ready, cosines, np.float32(np.nan))

    def sentence_cosines(self, vector: Sequence[float]) -> Floats | None:
        """Of the best sentence of every passage, likewise."""
        if not len(self.owners) or len(vector) != self.sentences.shape[1]:
            return None
        cosines = self.sentences @ np.asarray(vector, np.float32)
        best = np.full(len(self.ids), np.nan, np.float32)
        best[self.owners[self._starts]] = np.maximum.reduceat(cosines, self._starts)
        return best

    @cached_property
    def _starts(self) -> NDArray[np.intp]:
        """The place of the first sentence of each passage."""
        return np.flatnonzero(np.diff(self.owners, prepend=-1))


def reader(
    property_id: int, passages: Collection[Passage]
) -> Callable[[str], PassageVectors | None]:
    """Reads those of a model when a search first asks for them.

    It returns None for more passages than are kept in memory.
    """
    if len(passages) > settings.MAX_PASSAGES_IN_MEMORY:
        return lambda model: None
    return lru_cache(maxsize=MAX_MODELS)(
        lambda model: read(property_id, model, passages)
    )


def read(property_id: int, model: str, passages: Iterable[Passage]) -> PassageVectors:
    """As they are stored now."""
    ordered = sorted(passages, key=lambda passage: passage.pk)
    rows = sql.fetch(
        sql.statement(STATEMENT), {"property": property_id, "model": model}
    )
    stored = {key: _unit(encoded) for key, encoded, _ in rows}
    sentences = {key: [_unit(encoded) for encoded in own] for key, _, own in rows}
    dimensions = max((len(vector) for vector in stored.values()), default=0)
    matrix = np.zeros((len(ordered), dimensions), np.float32)
    for place, passage in enumerate(ordered):
        if passage.pk in stored:
            matrix[place] = stored[passage.pk]
    by_sentence = [
        (place, vector)
        for place, passage in enumerate(ordered)
        for vector in sentences.get(passage.pk, ())
    ]
    ids = np.array([passage.pk for passage in ordered], np.intp)
    return PassageVectors(
        ids=ids,
        subjects=np.array([passage.subject_id for passage in ordered], np.intp),
        items=np.array([passage.item_id for passage in ordered], np.intp),
        is_ready=np.array([passage.pk in stored for passage in ordered], np.bool_),
        matrix=matrix,
        sentences=np.array([vector for _, vector in by_sentence], np.float32),
        owners=np.array([place for place, _ in by_sentence], np.intp),
        words=passage_words.read(property_id, ids),
    )


def _unit(encoded: bytes) -> Floats:
    vector = np.frombuffer(encoded, ENCODED_FLOAT, offset=HEADER_BYTES).astype(
        np.float32
    )
    unit: Floats = vector / (np.linalg.norm(vector) or np.float32(1))
    return unit
