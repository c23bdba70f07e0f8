"""The rankings of passages, and their fusion: exact vector search and full text.

Every ranking is scoped to one property; there is no way to ask without. Vectors and
words are compared in memory where the property's are kept there, else by PostgreSQL;
both ways give the same candidates.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

from apps.infrastructure import patterns, sql
from apps.knowledge.passage_vectors import Floats, PassageVectors

CANDIDATES = 50
MOST_WORDS = 64
# Sums of floats differ between pgvector and numpy from about the seventh digit.
DIGITS = 5
WORD = patterns.compile(r"\w+")
STATEMENT = Path(__file__).with_suffix(".sql")


@dataclass(frozen=True)
class Scope:
    """Where to look: a property, a moment, and perhaps the rows in focus.

    hidden_ids: of the rows that are not valid at the moment.
    """

    property_id: int
    at: datetime
    subject_ids: tuple[int, ...] = ()
    hidden_ids: frozenset[int] = frozenset()


class Candidate(NamedTuple):
    """A passage as the rankings see it; None where a ranking does not know it.

    `direct` and `second` are cosines with the question's wordings, `sentence` that of
    its best sentence with the bare one, `words` the rank of the words that it shares
    with the question.
    """

    passage_id: int
    is_in_focus: bool
    has_vector: bool
    direct: float | None
    second: float | None
    sentence: float | None
    words: float | None


def candidates(
    scope: Scope,
    text: str,
    model: str,
    direct: Sequence[float],
    second: Sequence[float],
    vectors: PassageVectors | None = None,
) -> list[Candidate]:
    """What the rankings choose from: all rows in focus, and the best of the rest.

    vectors: those of all passages of the property; None asks PostgreSQL.
    """
    words = _words(text)
    if vectors is not None:
        ranks = vectors.words.ranks(words)
        return _in_memory(scope, vectors, (direct, second), ranks)
    values = {
        "property": scope.property_id,
        "at": scope.at,
        "subjects": list(scope.subject_ids),
        "words": " | ".join(words),
        "most": CANDIDATES,
        "model": model,
        "direct": _vector(direct),
        "second": _vector(second),
    }
    rows = sql.fetch(sql.statement(STATEMENT), values)
    return [Candidate(*row) for row in rows]


def best(scores: dict[int, float | None]) -> dict[int, float]:
    """One ranking: the best candidates it knows, best first."""
    scored = {key: score for key, score in scores.items() if score is not None}
    order = sorted((-round(score, DIGITS), key) for key, score in scored.items())
    return {key: scored[key] for _, key in order[:CANDIDATES]}


def fuse(weighted_rankings: Iterable[tuple[float, Iterable[int]]], k: int) -> list[int]:
    """Ids ordered by the sum of `weight / (k + rank)` over all (weight, ids) given.

    Cormack, Clarke and Buettcher, "Reciprocal rank fusion", SIGIR 2009; the weights
    are ours.
    """
    scores: dict[int, float] = defaultdict(float)
    for weight, ids in weighted_rankings:
        for rank, passage_id in enumerate(ids, 1):
            scores[passage_id] += weight / (k + rank)
    return sorted(scores, key=lambda passage_id: (-scores[passage_id], passage_id))


def _in_memory(
    scope: Scope,
    vectors: PassageVectors,
    wordings: Sequence[Sequence[float]],
    word_ranks: Floats,
) -> list[Candidate]:
    is_valid = ~_is_one_of(vectors.items, scope.hidden_ids)
    is_in_focus = is_valid & _is_one_of(vectors.subjects, scope.subject_ids)
    is_chosen = is_in_focus.copy()
    rankings = [vectors.cosines(wording) for wording in wordings]
    rankings += [vectors.sentence_cosines(wordings[0]), word_ranks]
    for scores in rankings:
        if scores is not None:
            is_chosen[_best_places(scores, is_valid)] = True
    places = is_chosen.nonzero()[0]
    columns = (
        vectors.ids[places].tolist(),
        is_in_focus[places].tolist(),
        vectors.is_ready[places].tolist(),
        *(_scores(scores, places) for scores in rankings),
    )
    return [Candidate(*row) for row in zip(*columns, strict=True)]


def _is_one_of(ids: NDArray[np.intp], chosen: Collection[int]) -> NDArray[np.bool_]:
    """Mostly none is chosen, and `np.isin` takes a while to say so."""
    if not chosen:
        return np.zeros(len(ids), np.bool_)
    return np.isin(ids, list(chosen))


def _best_places(scores: Floats, is_valid: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Of the best scores; of equal ones those with the smaller id."""
    ranked = np.flatnonzero(is_valid & ~np.isnan(scores))
    distances = -scores[ranked]
    if len(ranked) > CANDIDATES:
        # Only those that may be among the best are sorted.
        last = np.partition(distances, CANDIDATES - 1)[CANDIDATES - 1]
        ranked, distances = ranked[distances <= last], distances[distances <= last]
    return ranked[np.argsort(distances, kind="stable")][:CANDIDATES]


def _scores(scores: Floats | None, places: NDArray[np.intp]) -> Sequence[float | None]:
    """None where the ranking does not know the passage."""
    if scores is None:
        return [None] * len(places)
    chosen: list[float] = scores[places].tolist()
    return [None if math.isnan(score) else score for score in chosen]


def _vector(values: Sequence[float]) -> str | None:
    """As pgvector reads it."""
    return orjson.dumps(values).decode() if values else None


def _words(text: str) -> list[str]:
    words = dict.fromkeys(WORD.findall(text.lower().replace("_", " ")))
    return list(words)[:MOST_WORDS]
