"""Weighted reciprocal rank fusion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable


def fuse(rankings: Iterable[tuple[float, Iterable[int]]], k: int) -> list[int]:
    """Ids ordered by the sum of `weight / (k + rank)` over all (weight, ids) given.

    Cormack, Clarke and Buettcher, "Reciprocal rank fusion", SIGIR 2009; the weights
    are ours.
    """
    scores: dict[int, float] = defaultdict(float)
    for weight, ids in rankings:
        for rank, passage_id in enumerate(ids, 1):
            scores[passage_id] += weight / (k + rank)
    return sorted(scores, key=lambda passage_id: (-scores[passage_id], passage_id))
