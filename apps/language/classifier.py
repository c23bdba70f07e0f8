"""A softmax regression over the n-grams of a message and its sentence vector.

The intent of a message and the guardrails each have weights of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apps.language import ngrams

Floats = NDArray[np.float32]

SURE = 0.6
VECTOR_LENGTH = 384


@dataclass(frozen=True)
class Variant:
    """The weights of one set of features.

    by_ngram has the shape (n-grams, categories), by_vector (VECTOR_LENGTH or 0,
    categories). `sharpness` multiplies the scores; a chance of `sure_at` is shown as
    `SURE`.
    """

    by_ngram: Floats
    by_vector: Floats
    bias: Floats
    sharpness: float = 1.0
    sure_at: float = SURE


@dataclass(frozen=True)
class Model:
    """keys: hashes of the known n-grams, sorted.

    with_vector: None where n-grams are all that counts. examples: SHA-256 of the
    training examples.
    """

    keys: NDArray[np.uint32]
    with_vector: Variant | None
    ngrams_only: Variant
    examples: bytes

    def variant(self, *, has_vector: bool) -> Variant:
        return (has_vector and self.with_vector) or self.ngrams_only


@cache
def load(path: Path) -> Model:
    with np.load(path) as arrays:
        return Model(
            keys=arrays["keys"],
            with_vector=_variant(arrays, "with_vector")
            if "with_vector_bias" in arrays
            else None,
            ngrams_only=_variant(arrays, "ngrams_only"),
            examples=arrays["examples"].tobytes(),
        )


def save(model: Model, path: Path) -> None:
    """Write a model; the same model makes the same bytes."""
    arrays: dict[str, NDArray[Any]] = {
        "keys": model.keys,
        "examples": np.frombuffer(model.examples, np.uint8),
        **(_arrays(model.with_vector, "with_vector") if model.with_vector else {}),
        **_arrays(model.ngrams_only, "ngrams_only"),
    }
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def chances(
    model: Model, features: Mapping[int, float], vector: Sequence[float] | None
) -> Floats:
    """The chance of each category; together 1.

    features: weights by hash, as `ngrams.weighted` returns them.
    """
    variant = model.variant(has_vector=vector is not None)
    places, weights = ngrams.look_up(model.keys, features)
    scores = variant.bias + _weighted_sum(weights, variant.by_ngram[places])
    if vector is not None and len(variant.by_vector):
        scores += _weighted_sum(np.asarray(vector, np.float32), variant.by_vector)
    return softmax(scores * variant.sharpness)


def confidence(chance: float, sure_at: float) -> float:
    """The chance stretched so that `sure_at` becomes `SURE`; 0 and 1 stay."""
    if chance < sure_at:
        return chance / sure_at * SURE
    return SURE + (chance - sure_at) / (1 - sure_at) * (1 - SURE)


def softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def _weighted_sum(weights: Floats, rows: Floats) -> Floats:
    # The threads of BLAS cost more than they save on products this small.
    total: Floats = np.einsum("i,ij->j", weights, rows)
    return total


def _variant(arrays: Mapping[str, NDArray[Any]], name: str) -> Variant:
    """Weights without a calibration keep the chances as they are."""
    calibration = f"{name}_calibration"
    sharpness, sure_at = (
        arrays[calibration].tolist() if calibration in arrays else (1.0, SURE)
    )
    return Variant(
        by_ngram=arrays[f"{name}_by_ngram"].astype(np.float32),
        by_vector=arrays[f"{name}_by_vector"].astype(np.float32),
        bias=arrays[f"{name}_bias"].astype(np.float32),
        sharpness=sharpness,
        sure_at=sure_at,
    )


def _arrays(variant: Variant, name: str) -> dict[str, NDArray[Any]]:
    """Half precision: four digits are enough for sums of a hundred weights."""
    return {
        f"{name}_by_ngram": variant.by_ngram.astype(np.float16),
        f"{name}_by_vector": variant.by_vector.astype(np.float16),
        f"{name}_bias": variant.bias.astype(np.float32),
        f"{name}_calibration": np.array([variant.sharpness, variant.sure_at]),
    }
