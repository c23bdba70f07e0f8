"""The rankings of passages, and their fusion: exact vector search and full text.

Every ranking is scoped to one property; there is no way to ask without.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import orjson

from apps.infrastructure import patterns, sql

CANDIDATES = 50
MOST_WORDS = 64
WORD = patterns.compile(r"\w+")
STATEMENT = Path(__file__).with_suffix(".sql")


@dataclass(frozen=True)
class Scope:
    """Where to look: a property, a moment, and perhaps the rows in focus."""

    property_id: int
    at: datetime
    subject_ids: tuple[int, ...] = ()


class Candidate(NamedTuple):
    """A passage as the rankings see it; None where a ranking does not know it.

    `direct` and `second` are cosines with the question's wordings, `words` the rank of
    the words that it shares with the question.
    """

    passage_id: int
    is_in_focus: bool
    has_vector: bool
    direct: float | None
    second: float | None
    words: float | None


def candidates(
    scope: Scope,
    text: str,
    model: str,
    direct: Sequence[float],
    second: Sequence[float],
) -> list[Candidate]:
    """What the rankings choose from: all rows in focus, and the best of the rest."""
    values = {
        "property": scope.property_id,
        "at": scope.at,
        "subjects": list(scope.subject_ids),
        "model": model,
        "direct": _vector(direct),
        "second": _vector(second),
        "words": _any_word(text),
        "most": CANDIDATES,
    }
    rows = sql.fetch(sql.statement(STATEMENT), values)
    return [Candidate(*row) for row in rows]


def best(scores: dict[int, float | None]) -> dict[int, float]:
    """One ranking: the best candidates it knows, best first."""
    scored = [(key, score) for key, score in scores.items() if score is not None]
    return dict(sorted(scored, key=lambda row: (-row[1], row[0]))[:CANDIDATES])


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


def _vector(values: Sequence[float]) -> str | None:
    """As pgvector reads it."""
    return orjson.dumps(values).decode() if values else None


def _any_word(text: str) -> str:
    words = dict.fromkeys(WORD.findall(text.lower()))
    return " | ".join(list(words)[:MOST_WORDS])
