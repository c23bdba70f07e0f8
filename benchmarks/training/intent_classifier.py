"""Learns the intent classifier from examples, the same each time, and how far its
chances can be trusted.

Softmax regression with ridge penalty. Weights are sums of examples (representer
theorem), so training runs over the examples' inner products, which is quicker than over
ten thousand n-grams. Accelerated gradient: Nesterov, "Introductory Lectures on Convex
Optimization" (2004), scheme 2.2.11. Temperature scaling: Guo et al., "On Calibration of
Modern Neural Networks" (2017).
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.concierge.routing import intent
from apps.concierge.routing.intent import CATEGORIES
from apps.infrastructure import yaml_files
from apps.language import ngrams
from apps.language.classifier import SURE, Floats, Model, Variant, softmax

RIGHT_WHEN_SURE = 0.96
SHARPNESSES = np.arange(0.3, 3.01, 0.05)
EDGES = (0.0, 0.3, 0.4, 0.5, SURE, 0.7, 0.8, 0.9, 1.01)
EXAMPLES = Path(__file__).with_name("examples") / "router.yaml"
GAMES = EXAMPLES.with_name("router_games.yaml")
CHOOSING = EXAMPLES.with_name("router_choosing.yaml")
LEARNT = (EXAMPLES, GAMES, CHOOSING)
SEEN_AT_LEAST = 2
VECTOR_SHARE = 0.7
PENALTY = 3e-5
STEPS = 400
FOLDS = 5
Embed = Callable[[Sequence[str]], list[list[float]]]


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


@dataclass(frozen=True)
class Example:
    text: str
    category: str
    language: str


@dataclass(frozen=True)
class Features:
    """Rows are examples; vectors of those not in English are zeros."""

    keys: NDArray[np.uint32]
    ngrams: Floats
    vectors: Floats


@dataclass(frozen=True)
class Trained:
    """The model and how it judged examples that it had not learnt from."""

    model: Model
    with_vector: Judged
    ngrams_only: Judged


def read(*paths: Path) -> list[Example]:
    """Of these files; by default, of those that the classifier learns from."""
    return [
        Example(line, category, language)
        for path in paths or LEARNT
        for category, blocks in yaml_files.read(path).items()
        for language, block in blocks.items()
        for line in block.splitlines()
    ]


def digest(examples: Sequence[Example]) -> bytes:
    """Tells whether weights were learnt from these examples."""
    lines = (f"{each.category}\t{each.language}\t{each.text}\n" for each in examples)
    return hashlib.sha256("".join(lines).encode()).digest()


def train(examples: Sequence[Example], embed: Embed) -> Trained:
    """embed: texts to unit vectors of the local sentence model."""
    features = _features(examples, embed)
    silent = Features(features.keys, features.ngrams, features.vectors[:, :0])
    with_vector, judged = _variant(examples, features)
    ngrams_only, judged_by_ngrams = _variant(examples, silent)
    model = Model(features.keys, with_vector, ngrams_only, digest(examples))
    return Trained(model, judged, judged_by_ngrams)


def _features(examples: Sequence[Example], embed: Embed) -> Features:
    weighted = [ngrams.weighted(example.text) for example in examples]
    counts = Counter(key for weights in weighted for key in weights)
    keys = sorted(key for key, count in counts.items() if count >= SEEN_AT_LEAST)
    column = {key: place for place, key in enumerate(keys)}
    rows = np.zeros((len(examples), len(keys)), np.float32)
    for row, weights in zip(rows, weighted, strict=True):
        for key in weights.keys() & column.keys():
            row[column[key]] = weights[key]
    is_english = [[example.language == "en"] for example in examples]
    vectors = np.array(embed([example.text for example in examples]), np.float32)
    vectors *= np.array(is_english, np.float32)
    return Features(np.array(keys, np.uint32), rows, vectors)


def _variant(examples: Sequence[Example], features: Features) -> tuple[Variant, Judged]:
    truth = np.array([CATEGORIES.index(each.category) for each in examples])
    products: Floats = features.ngrams @ features.ngrams.T + np.float32(1)
    products += features.vectors @ features.vectors.T * np.float32(VECTOR_SHARE)
    held_back = np.zeros((len(examples), len(CATEGORIES)), np.float32)
    for part in _parts(examples):
        learnt_rows = np.flatnonzero(~part)
        shares = _fit(products[np.ix_(learnt_rows, learnt_rows)], truth[learnt_rows])
        held_back[part] = products[np.ix_(part, learnt_rows)] @ shares
    judged = calibrated(held_back, truth)
    shares = _fit(products, truth)
    variant = Variant(
        by_ngram=features.ngrams.T @ shares,
        by_vector=VECTOR_SHARE * (features.vectors.T @ shares),
        bias=shares.sum(axis=0),
        sharpness=judged.sharpness,
        sure_at=judged.sure_at,
    )
    return variant, judged


def _fit(products: Floats, truth: NDArray[np.intp]) -> Floats:
    """The share of each example (row) in the weights of each category (column)."""
    count, penalty = np.float32(len(truth)), np.float32(PENALTY)
    target = np.eye(len(CATEGORIES), dtype=np.float32)[truth]
    steepest = np.abs(products).sum(axis=1).max() / (2 * count) + penalty
    ratio = np.sqrt(penalty / steepest)
    momentum = (1 - ratio) / (1 + ratio)
    shares: Floats = np.zeros_like(target)
    ahead = shares
    for _ in range(STEPS):
        slope = (softmax(products @ ahead) - target) / count + penalty * ahead
        before, shares = shares, ahead - slope / steepest
        ahead = shares + momentum * (shares - before)
    return shares


def _parts(examples: Sequence[Example]) -> Iterator[NDArray[np.bool_]]:
    """Every example is in one part, chosen by its text, so that none ever moves."""
    part = np.array([zlib.crc32(each.text.encode()) % FOLDS for each in examples])
    return (part == number for number in range(FOLDS))
