"""The learnt part of the gate: how likely a message belongs to each category.

Softmax regression over hashed n-grams of a message's plainest reading and the sentence
vector that the search uses anyway. Weights come from `manage.py train_guardrails`.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from apps.concierge.guardrails import concepts
from apps.infrastructure import patterns
from apps.language import ngrams

Floats = NDArray[np.float32]
WEIGHTS = Path(__file__).parent / "data" / "classifier.npz"
Label = Literal[
    "pass",
    "self_harm",
    "prompt_injection",
    "responsible_gaming",
    "age_verification",
    "bsa_aml",
    "patron_privacy",
]
LABELS: tuple[str, ...] = get_args(Label)
VECTOR_LENGTH = 384
# Length of a message's ideas together, where its n-grams have length 1.
CONCEPT_SHARE = 0.6
# An age that decides; the n-grams know numbers only as numbers.
_TEENS = patterns.compile(r"\b(1[3-9]|20)\b")


@dataclass(frozen=True)
class Variant:
    """Columns are `LABELS`."""

    by_ngram: Floats
    by_vector: Floats
    bias: Floats


@dataclass(frozen=True)
class Model:
    """keys: the n-grams known, sorted. examples: SHA-256 of what was learnt from."""

    keys: NDArray[np.uint32]
    with_vector: Variant
    ngrams_only: Variant
    examples: bytes


def features(text: str) -> dict[int, float]:
    """Weights by hash; `text` is a window of `readings.Reading`."""
    text = _TEENS.sub(lambda age: f"teenage {age[1]}", text)
    ideas = concepts.names(text)
    share = CONCEPT_SHARE / math.sqrt(len(ideas) or 1)
    by_idea = {zlib.crc32(f"c{name}".encode()): share for name in ideas}
    return {**ngrams.weighted(text), **by_idea}


def chances(
    text: str, vector: Sequence[float] | None, model: Model
) -> dict[str, float]:
    """How likely each of `LABELS` is; together 1."""
    use = model.ngrams_only if vector is None else model.with_vector
    places, weights = ngrams.known(model.keys, features(text))
    scores = use.bias + np.einsum("i,ij->j", weights, use.by_ngram[places])
    if vector is not None:
        scores = scores + np.asarray(vector, np.float32) @ use.by_vector
    powers = np.exp(scores - scores.max())
    shares = (powers / powers.sum()).tolist()
    return dict(zip(LABELS, shares, strict=True))


@cache
def load(path: Path = WEIGHTS) -> Model:
    with np.load(path) as arrays:
        return Model(
            arrays["keys"],
            _variant(arrays, "with_vector"),
            _variant(arrays, "ngrams_only"),
            arrays["examples"].tobytes(),
        )


def save(model: Model, path: Path) -> None:
    """The same model makes the same bytes; half precision is enough for sums."""
    arrays: dict[str, NDArray[Any]] = {
        "keys": model.keys,
        "examples": np.frombuffer(model.examples, np.uint8),
    }
    for name in ("with_vector", "ngrams_only"):
        variant: Variant = getattr(model, name)
        arrays[f"{name}_by_ngram"] = variant.by_ngram.astype(np.float16)
        arrays[f"{name}_by_vector"] = variant.by_vector.astype(np.float16)
        arrays[f"{name}_bias"] = variant.bias.astype(np.float32)
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def _variant(arrays: Mapping[str, NDArray[Any]], name: str) -> Variant:
    return Variant(
        arrays[f"{name}_by_ngram"].astype(np.float32),
        arrays[f"{name}_by_vector"].astype(np.float32),
        arrays[f"{name}_bias"].astype(np.float32),
    )
