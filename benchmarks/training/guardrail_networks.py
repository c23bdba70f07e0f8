"""Learns small networks over vectors of texts from examples, the same each time.

One hidden layer, learnt by Adam over small batches (Kingma and Ba, 2015) with dropout
of the vectors (Srivastava et al., 2014). Every label weighs the same to the power that
`BALANCE` says.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from apps.concierge.guardrails import networks
from apps.concierge.guardrails.classifier import LABELS
from apps.concierge.guardrails.networks import Network
from apps.language.classifier import Floats, softmax

HIDDEN = 256
EPOCHS = 25
BATCH = 128
RATE = 2e-3
PENALTY = 1e-5
DROPOUT = 0.3
BALANCE = 0.4
# Several networks that began differently are right together where each alone errs.
SEEDS = (0, 1, 2, 3)


def train(
    vectors: Floats,
    truth: NDArray[np.intp],
    labels: int = len(LABELS),
    seeds: Sequence[int] = SEEDS,
) -> Network:
    """A stack of networks.

    vectors: shape (examples, length). truth: the label's place for each example.
    labels: how many there are.
    """
    return networks.stacked([_fit(vectors, truth, labels, seed) for seed in seeds])


def _fit(vectors: Floats, truth: NDArray[np.intp], labels: int, seed: int) -> Network:
    random = np.random.default_rng(seed)
    parameters = _beginning(vectors.shape[1], labels, random)
    means, spreads = _zeros(parameters), _zeros(parameters)
    weights, target = _weights(truth, labels), np.eye(labels, dtype=np.float32)[truth]
    steps, step = EPOCHS * -(-len(truth) // BATCH), 0
    for _ in range(EPOCHS):
        order = random.permutation(len(truth))
        for start in range(0, len(order), BATCH):
            step += 1
            batch = order[start : start + BATCH]
            mask = random.random((len(batch), vectors.shape[1])) >= DROPOUT
            rows = vectors[batch] * mask.astype(np.float32) / np.float32(1 - DROPOUT)
            slopes = _slopes(parameters, rows, target[batch], weights[batch])
            rate = RATE * (1 - step / (steps + 1))
            _step(parameters, slopes, means, spreads, step, rate)
    return Network(*parameters)


def _beginning(length: int, labels: int, random: np.random.Generator) -> list[Floats]:
    spread = np.sqrt(6.0 / length)
    first: Floats = random.normal(0, spread, (length, HIDDEN)).astype(np.float32)
    return [
        first,
        np.zeros(HIDDEN, np.float32),
        np.zeros((HIDDEN, labels), np.float32),
        np.zeros(labels, np.float32),
    ]


def _zeros(parameters: Sequence[Floats]) -> list[Floats]:
    return [np.zeros_like(parameter) for parameter in parameters]


def _slopes(
    parameters: Sequence[Floats], rows: Floats, target: Floats, weights: Floats
) -> list[Floats]:
    """Of the mean cross entropy, by parameter."""
    first, first_bias, second, second_bias = parameters
    hidden = np.maximum(rows @ first + first_bias, 0)
    wrong = (softmax(hidden @ second + second_bias) - target) * weights[:, None]
    wrong /= np.float32(len(rows))
    back = (wrong @ second.T) * (hidden > 0)
    slopes: list[Floats] = [rows.T @ back, back.sum(0), hidden.T @ wrong, wrong.sum(0)]
    return slopes


def _step(
    parameters: list[Floats],
    slopes: Sequence[Floats],
    means: list[Floats],
    spreads: list[Floats],
    step: int,
    rate: float,
) -> None:
    for place, slope_of_loss in enumerate(slopes):
        slope = slope_of_loss + np.float32(PENALTY) * parameters[place]
        means[place] += np.float32(0.1) * (slope - means[place])
        spreads[place] += np.float32(0.001) * (slope * slope - spreads[place])
        ahead = means[place] / np.float32(1 - 0.9**step)
        size = np.sqrt(spreads[place] / np.float32(1 - 0.999**step)) + np.float32(1e-8)
        parameters[place] -= np.float32(rate) * ahead / size


def _weights(truth: NDArray[np.intp], labels: int) -> Floats:
    """By example; 1 on average."""
    counts = np.bincount(truth, minlength=labels).astype(np.float32)
    weights = (np.maximum(counts, 1) ** np.float32(-BALANCE))[truth]
    scaled: Floats = (weights / weights.mean()).astype(np.float32)
    return scaled
