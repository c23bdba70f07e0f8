"""Learns the weights of `knowledge.statements.ranking` and judges them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.statements import features, ranking, signals
from benchmarks.training import logistic_regression
from benchmarks.training.ranking_samples import Sample

Floats = NDArray[np.float32]

STEPS, RATE, PENALTY = 250, 0.05, 2e-4
# Of a sample, on signals of unit spread.
PENALTY_OF_SIGNALS = 3e-3
SEED = 0


@dataclass(frozen=True)
class Weights:
    ranking: Floats
    answerable: Floats
    exact: Floats


@dataclass(frozen=True)
class Figures:
    """Shares from 0 to 1. first, third: an answering statement is first, among three.

    refused: answerable questions that are told to be unknown. doubted: those with the
    right statement first that are refused or told with a caution before. caught: the
    same of questions that the records do not answer.
    """

    count: int
    first: float
    third: float
    refused: float
    doubted: float
    caught: float


def fit(training: Sequence[Sample]) -> Weights:
    answerable = _Stack([sample for sample in training if sample.is_answerable])
    weights = _descend(len(features.FEATURES), answerable.slope)
    random = np.random.default_rng(SEED)
    samples = [*training, *(sample.of_few_rows(random) for sample in training)]
    signals_of_samples = np.stack([_signals(sample, weights) for sample in samples])
    is_of_row = [_is_of_right_row(sample, weights) for sample in samples]
    is_right = [_is_right(sample, weights) for sample in samples]
    return Weights(
        weights,
        _fit_signals(signals_of_samples, is_of_row),
        _fit_signals(signals_of_samples, is_right),
    )


def _fit_signals(signals_of_samples: Floats, truth: Sequence[bool]) -> Floats:
    """The weights of the signals by which the chance comes nearest to the truth."""
    spread = signals_of_samples.std(axis=0).astype(np.float64)
    spread[spread == 0] = 1  # The bias is the same in every sample.
    weights = logistic_regression.fit(
        signals_of_samples / spread,
        np.array(truth, np.float64),
        PENALTY_OF_SIGNALS * len(truth),
    )
    unscaled: Floats = (weights / spread).astype(np.float32)
    return unscaled


def judge(left_out: Sequence[Sample], weights: Weights) -> Figures:
    first, third, refused, doubted, caught = [], [], [], [], []
    for sample in left_out:
        order = np.argsort(-sample.scores(weights.ranking))
        own = _signals(sample, weights.ranking)
        is_refused = ranking.chance(own, weights.answerable) < ranking.ANSWERABLE_FROM
        is_doubted = (
            is_refused or ranking.chance(own, weights.exact) < ranking.NEAREST_BELOW
        )
        if not sample.is_answerable:
            caught.append(is_doubted)
            continue
        first.append(sample.answers[order[0]])
        third.append(sample.answers[order[:3]].any())
        refused.append(is_refused)
        if first[-1]:
            doubted.append(is_doubted)
    kinds = (first, third, refused, doubted, caught)
    return Figures(len(left_out), *(_mean(kind) for kind in kinds))


class _Stack:
    """The statements of all samples below each other, to be scored at once."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        lengths = [len(sample.answers) for sample in samples]
        self.count = len(samples)
        self.starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.intp)
        self.sample_of = np.repeat(np.arange(len(samples)), lengths)
        self.matrix = np.concatenate([sample.matrix for sample in samples])
        self.answers = np.concatenate([sample.answers for sample in samples])

    def slope(self, weights: Floats) -> Floats:
        """Of the mean of -log of the chance that any of its answers is chosen."""
        scores = self.matrix @ weights
        scores -= np.maximum.reduceat(scores, self.starts)[self.sample_of]
        chances = self._shares(np.exp(scores))
        answering = self._shares(chances * self.answers)
        slope: Floats = (chances - answering) @ self.matrix / np.float32(self.count)
        return slope

    def _shares(self, powers: Floats) -> Floats:
        totals = np.maximum(np.add.reduceat(powers, self.starts), np.float32(1e-9))
        shares: Floats = (powers / totals[self.sample_of]).astype(np.float32)
        return shares


def _descend(size: int, slope_at: Callable[[Floats], Floats]) -> Floats:
    """Adam with a ridge penalty (Kingma and Ba, 2015); the same each time."""
    weights: Floats = np.zeros(size, np.float32)
    mean: Floats = np.zeros_like(weights)
    spread: Floats = np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = slope_at(weights) + np.float32(PENALTY) * weights
        mean += np.float32(0.1) * (slope - mean)
        spread += np.float32(0.01) * (slope * slope - spread)
        rate = RATE * (1 - step / (STEPS + 1))
        ahead = mean / (1 - 0.9**step)
        weights = weights - rate * ahead / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return weights


def _signals(sample: Sample, weights: Floats) -> Floats:
    scores = sample.scores(weights)
    best = int(scores.argmax())
    unmet = signals.unmet_words(sample.index, sample.reading, sample.topic, best)
    return signals.of(sample.index, sample.reading, sample.matrix, scores, unmet)


def _is_of_right_row(sample: Sample, weights: Floats) -> bool:
    """The row that answers, or that is nearest to what the records do not hold."""
    best = int(sample.scores(weights).argmax())
    return sample.index.statements[best].row in sample.question.rows


def _is_right(sample: Sample, weights: Floats) -> bool:
    best = int(sample.scores(weights).argmax())
    return sample.is_answerable and bool(sample.answers[best])


def _mean(values: Sequence[object]) -> float:
    return float(np.mean(np.array(values, np.float32))) if values else 0.0
