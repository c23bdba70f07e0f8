"""How near a question is to those that staff have stored with a row's field."""

from __future__ import annotations

import numpy as np

from apps.knowledge.question.row_names import normalised
from apps.knowledge.statements.index import RowPhrasing, StatementIndex
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.reading import Reading, ReadingVectors

# Two questions that are less alike than this may well ask for different things.
MIN_SIMILARITY = 0.8


def similarities(
    index: StatementIndex, reading: Reading, vectors: ReadingVectors
) -> Floats:
    """For each statement the cosine of its nearest phrasing; 0 where none is near."""
    nearest = np.zeros(len(index.statements), np.float32)
    if not index.phrasings:
        return nearest
    plain_texts = {normalised(reading.original), normalised(reading.text)}
    cosines = index.phrasing_vectors @ vectors.of("bare")
    for name in ("original", "in_focus"):
        cosines = np.maximum(cosines, index.phrasing_vectors @ vectors.of(name))
    same = [phrasing.plain_text in plain_texts for phrasing in index.phrasings]
    cosines = np.where(same, 1.0, cosines)
    lack_vectors = ~index.phrasing_vectors.any(axis=1)
    for place in np.flatnonzero((cosines >= MIN_SIMILARITY) | lack_vectors):
        phrasing = index.phrasings[place]
        similarity = max(cosines[place], _by_words(phrasing, reading))
        if similarity >= MIN_SIMILARITY and _is_comparable(phrasing, reading):
            answering = index.answering(phrasing)
            nearest[answering] = np.maximum(nearest[answering], similarity)
    return nearest


def _is_comparable(phrasing: RowPhrasing, reading: Reading) -> bool:
    """Not where the question names or means another row than the phrasing."""
    rows = {phrasing.item_id, *phrasing.named}
    if reading.named:
        return rows.issuperset(reading.named)
    return not reading.hangs_on or phrasing.item_id in reading.subject.rows


def _by_words(phrasing: RowPhrasing, reading: Reading) -> float:
    """The share of words in both: the cosine of a phrasing that has no vector yet."""
    words = frozenset(reading.words)
    if phrasing.vector.any() or not words:
        return 0.0
    return len(words & phrasing.words) / len(words | phrasing.words)
