"""The weights of the intent classifier on disk and in use."""

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

WEIGHTS = Path(__file__).parent / "data" / "intent.npz"
CATEGORIES = (
    "property_qa",
    "hours_schedule",
    "greeting",
    "off_topic",
    "gambling_advice",
    "action_request",
    "ambiguous",
)
SURE = 0.6
VECTOR_LENGTH = 384


@dataclass(frozen=True)
class Variant:
    """Softmax regression. `sure_at` is the chance that is shown as `SURE`."""

    by_ngram: Floats  # keys x categories
    by_vector: Floats  # VECTOR_LENGTH x categories, or no rows
    bias: Floats
    sharpness: float
    sure_at: float


@dataclass(frozen=True)
class Model:
    """keys: the n-grams known, sorted. examples: SHA-256 of what was learnt from."""

    keys: NDArray[np.uint32]
    with_vector: Variant
    ngrams_only: Variant
    examples: bytes


@cache
def load(path: Path = WEIGHTS) -> Model:
    with np.load(path) as arrays:
        return Model(
            keys=arrays["keys"],
            with_vector=_variant(arrays, "with_vector"),
            ngrams_only=_variant(arrays, "ngrams_only"),
            examples=arrays["examples"].tobytes(),
        )


def save(model: Model, path: Path) -> None:
    """The same model makes the same bytes."""
    arrays: dict[str, NDArray[Any]] = {
        "keys": model.keys,
        "examples": np.frombuffer(model.examples, np.uint8),
        **_arrays(model.with_vector, "with_vector"),
        **_arrays(model.ngrams_only, "ngrams_only"),
    }
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


def chances(
    model: Model, found: Mapping[int, float], vector: Sequence[float] | None
) -> Floats:
    """How likely each of `CATEGORIES` is."""
    variant = model.ngrams_only if vector is None else model.with_vector
    places, weights = ngrams.known(model.keys, found)
    scores = variant.bias + _weighed(weights, variant.by_ngram[places])
    if vector is not None:
        scores += _weighed(np.asarray(vector, np.float32), variant.by_vector)
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


def _weighed(weights: Floats, rows: Floats) -> Floats:
    # Products this small lose more to the threads of BLAS than they win.
    total: Floats = np.einsum("i,ij->j", weights, rows)
    return total


def _variant(arrays: Mapping[str, NDArray[Any]], name: str) -> Variant:
    sharpness, sure_at = arrays[f"{name}_calibration"].tolist()
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
        f"{name}_bias": variant.bias.astype(np.float16),
        f"{name}_calibration": np.array([variant.sharpness, variant.sure_at]),
    }
