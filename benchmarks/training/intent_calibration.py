"""How far the intent classifier's chances can be trusted.

Temperature scaling: Guo et al., "On Calibration of Modern Neural Networks" (2017).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from apps.concierge.routing import intent
from apps.concierge.routing.intent import CATEGORIES
from apps.language.classifier import SURE, Floats, softmax

RIGHT_WHEN_SURE = 0.96
SHARPNESSES = np.arange(0.3, 3.01, 0.05)
EDGES = (0.0, 0.3, 0.4, 0.5, SURE, 0.7, 0.8, 0.9, 1.01)


@dataclass(frozen=True)
class Band:
    """Judgements with a confidence in [low, high)."""

    low: float
    high: float
    count: int
    right: float


@dataclass(frozen=True)
class Judged:
    """Scores of held-back examples (rows) for each category, with the truth."""

    scores: Floats
    truth: NDArray[np.intp]
    sharpness: float
    sure_at: float

    def intents(self) -> list[intent.Intent]:
        chances = softmax(self.scores * np.float32(self.sharpness))
        return [intent.decide(row, self.sure_at) for row in chances]

    def hits(self) -> NDArray[np.bool_]:
        predicted = [CATEGORIES.index(intent.category) for intent in self.intents()]
        hits: NDArray[np.bool_] = np.array(predicted) == self.truth
        return hits

    def bands(self) -> Iterator[Band]:
        confidence = np.array([each.confidence for each in self.intents()])
        hits = self.hits()
        for low, high in pairwise(EDGES):
            inside = (confidence >= low) & (confidence < high)
            right = float(hits[inside].mean()) if inside.any() else 0.0
            yield Band(low, high, int(inside.sum()), right)


def calibrated(scores: Floats, truth: NDArray[np.intp]) -> Judged:
    sharpness = min(
        SHARPNESSES, key=lambda sharpness: _surprise(scores * sharpness, truth)
    )
    chances = softmax(scores * np.float32(sharpness))
    hits = chances.argmax(axis=1) == truth
    sure_at = _sure_at(chances.max(axis=1), hits)
    return Judged(scores, truth, float(sharpness), sure_at)


def _surprise(scores: Floats, truth: NDArray[np.intp]) -> float:
    """Mean negative log-likelihood."""
    chosen = softmax(scores)[np.arange(len(truth)), truth]
    return float(-np.log(chosen + 1e-9).mean())


def _sure_at(chance: Floats, hits: NDArray[np.bool_]) -> float:
    """The least chance from which on `RIGHT_WHEN_SURE` of all judgements hold."""
    order = np.argsort(-chance, kind="stable")
    right = np.cumsum(hits[order]) / np.arange(1, len(hits) + 1)
    enough = np.flatnonzero(right >= RIGHT_WHEN_SURE)
    last = int(enough[-1]) if len(enough) else 0
    return float(np.clip(chance[order][last], SURE, 0.99))
