"""Whether a turn asks for what the records say, or talks about a booking or a search.

Logistic regression over the sentence vectors of the turn and of the turn before it;
`manage.py train_knowledge_seeking` learns its weights from labelled dialogues. It works
with the vectors of the local embedder only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.llm.embeddings import MiniLMEmbedder

Floats = NDArray[np.float32]
WEIGHTS = Path(__file__).with_name("knowledge_seeking.npz")
# The turn decides; what it answers to helps with "Yes, please".
CONTEXT_SHARE = np.float32(0.5)
# Ridge penalty an example; cross-validated on dialogues (docs/retrieval.md).
PENALTY = 1e-5
MAX_STEPS = 50
SMALLEST_STEP = 1e-6
MAX_WORDS = 30
SIGN_WEIGHT = 0.5


@dataclass(frozen=True)
class Model:
    """One weight a feature; a turn with a score above zero asks for the records."""

    weights: Floats
    bias: float


@cache
def load(path: Path = WEIGHTS) -> Model:
    with np.load(path) as arrays:
        return Model(arrays["weights"].astype(np.float32), float(arrays["bias"]))


def save(model: Model, path: Path) -> None:
    """The same model makes the same bytes."""
    weights, bias = model.weights.astype(np.float16), np.float32(model.bias)
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, weights=weights, bias=bias)


def features(
    turns: Sequence[str], turns_before: Sequence[str], embedder: MiniLMEmbedder
) -> Floats:
    """One row a turn: its vector, that of the turn before, and how it is written."""
    own_vectors = np.array(embedder.embed_queries(list(turns)), np.float32)
    texts_before = [text or "-" for text in turns_before]
    vectors_before = np.array(embedder.embed_queries(texts_before), np.float32)
    signs = np.array([_signs(turn) for turn in turns], np.float32)
    return np.hstack([own_vectors, vectors_before * CONTEXT_SHARE, signs])


def are_seeking(rows: Floats, model: Model) -> NDArray[np.bool_]:
    """For each row of features whether its turn asks for the records."""
    answers: NDArray[np.bool_] = rows @ model.weights + np.float32(model.bias) > 0
    return answers


def fit(rows: Floats, truth: NDArray[np.bool_]) -> Model:
    """Fits the weights by Newton's method with a ridge penalty."""
    with_bias = np.hstack([rows, np.ones((len(rows), 1))]).astype(np.float64)
    weights = np.zeros(with_bias.shape[1])
    penalty = np.full(with_bias.shape[1], PENALTY * len(rows))
    penalty[-1] = 0
    for _ in range(MAX_STEPS):
        probability = 1 / (1 + np.exp(-(with_bias @ weights)))
        gradient = with_bias.T @ (probability - truth) + penalty * weights
        curvature = probability * (1 - probability)
        hessian = (with_bias * curvature[:, None]).T @ with_bias
        hessian += np.diag(penalty + 1e-9)
        step = np.linalg.solve(hessian, gradient)
        weights -= step
        if np.abs(step).max() < SMALLEST_STEP:
            break
    return Model(weights[:-1].astype(np.float32), float(weights[-1]))


def _signs(turn: str) -> list[float]:
    words = turn.split()
    return [
        float("?" in turn) * SIGN_WEIGHT,
        float(any(sign.isdigit() for sign in turn)) * SIGN_WEIGHT,
        min(len(words), MAX_WORDS) / MAX_WORDS,
    ]
