"""Learns the weights of `learnt` from the examples, the same each time.

Softmax regression with ridge penalty by Adam over all examples at once (Kingma and Ba,
2015). Every label weighs the same, however many examples it has.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.concierge.guardrails.classifier import LABELS, features
from apps.concierge.guardrails.text_variants import TextVariants
from apps.language.classifier import Floats, Model, Variant, softmax
from benchmarks.training.guardrail_examples import Example

SEEN_AT_LEAST = 2
VECTOR_SHARE = 2.0
NGRAM_SHARE = 4.0
PENALTY = 1e-5
STEPS = 250
RATE = 0.08
# Harmless messages are most of all there are: their label counts for several.
PASS_SHARE = 3.0

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]


@dataclass(frozen=True)
class Rows:
    """Sparse rows: `weights` of `columns`, of the row that `owner` says."""

    owner: NDArray[np.intp]
    columns: NDArray[np.intp]
    weights: Floats
    vectors: Floats
    keys: NDArray[np.uint32]


def train(examples: Sequence[Example], embed: Embed) -> Model:
    """embed: texts to unit vectors of the local sentence model."""
    rows = _rows(examples, embed)
    truth = np.array([LABELS.index(one.label) for one in examples])
    with_vector = _fit(rows, truth)
    silent = Rows(
        rows.owner, rows.columns, rows.weights, rows.vectors[:, :0], rows.keys
    )
    return Model(rows.keys, with_vector, _fit(silent, truth), digest(examples))


def digest(examples: Sequence[Example]) -> bytes:
    lines = (f"{one.label}\t{one.language}\t{one.text}\n" for one in examples)
    return hashlib.sha256("".join(lines).encode()).digest()


def plainest(text: str) -> str:
    return next(iter(TextVariants(text).windows), "")


def _rows(examples: Sequence[Example], embed: Embed) -> Rows:
    weighted = [features(plainest(example.text)) for example in examples]
    counts = Counter(key for ngrams in weighted for key in ngrams)
    keys = sorted(key for key, count in counts.items() if count >= SEEN_AT_LEAST)
    column = {key: place for place, key in enumerate(keys)}
    cells = [
        (row, column[key], weight * NGRAM_SHARE)
        for row, ngrams in enumerate(weighted)
        for key, weight in ngrams.items()
        if key in column
    ]
    vectors = np.array(embed([example.text for example in examples]), np.float32)
    return Rows(
        np.array([cell[0] for cell in cells]),
        np.array([cell[1] for cell in cells]),
        np.array([cell[2] for cell in cells], np.float32),
        vectors * np.float32(VECTOR_SHARE),
        np.array(keys, np.uint32),
    )


def _fit(rows: Rows, truth: NDArray[np.intp]) -> Variant:
    """Weights by n-gram and by vector, and a bias, for each label."""
    size, width, labels = len(rows.keys), rows.vectors.shape[1], len(LABELS)
    weights = np.zeros((size + width + 1, labels), np.float32)
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    target = np.eye(labels, dtype=np.float32)[truth]
    share = _shares(truth)[:, None]
    for step in range(1, STEPS + 1):
        wrong = (softmax(_scores(rows, weights)) - target) * share
        slope = _slope(rows, wrong) + PENALTY * weights
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope * slope
        rate = RATE * (1 - step / (STEPS + 1))
        ahead = mean / (1 - 0.9**step)
        weights -= rate * ahead / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return Variant(
        weights[:size] * np.float32(NGRAM_SHARE),
        weights[size:-1] * np.float32(VECTOR_SHARE),
        weights[-1],
    )


def _scores(rows: Rows, weights: Floats) -> Floats:
    size = len(rows.keys)
    scores: Floats = rows.vectors @ weights[size:-1] + weights[-1]
    for label in range(weights.shape[1]):
        products = rows.weights * weights[rows.columns, label]
        scores[:, label] += np.bincount(rows.owner, products, len(scores))
    return scores


def _slope(rows: Rows, wrong: Floats) -> Floats:
    size = len(rows.keys)
    parts = [
        np.bincount(rows.columns, rows.weights * wrong[rows.owner, label], size)
        for label in range(wrong.shape[1])
    ]
    ngram = np.stack(parts, axis=1)
    slope: Floats = np.vstack(
        [ngram, rows.vectors.T @ wrong, wrong.sum(axis=0, keepdims=True)]
    ).astype(np.float32)
    return slope


def _shares(truth: NDArray[np.intp]) -> Floats:
    """Each label together weighs one, the harmless one more; all together one."""
    counts = np.bincount(truth, minlength=len(LABELS)).astype(np.float32)
    weight = np.where(np.arange(len(LABELS)) == 0, PASS_SHARE, 1.0) / counts
    shares: Floats = (weight / (len(LABELS) - 1 + PASS_SHARE))[truth].astype(np.float32)
    return shares
