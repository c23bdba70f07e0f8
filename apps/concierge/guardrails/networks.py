"""Small networks over the vectors of sentence models; they weigh beside the n-grams.

The multilingual model reads every language, the English one reads English better: one
set of networks sees the first vector alone, another sees both.
`manage.py train_guardrails` writes the weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from apps.language.classifier import Floats
from apps.llm.local import matrix_products

NETWORKS = "networks.npz"
STACK = "multilingual"
DATA = Path(__file__).parent / "data"
# Vectors are of unit length; networks learn faster from numbers of this size.
SCALE = np.float32(3)


@dataclass(frozen=True)
class Network:
    """hidden: shape (length of vectors, units). output: shape (units, labels).

    The arrays of several networks may be stacked along an axis before these, which
    makes a few large products of many small ones.
    """

    hidden: Floats
    hidden_bias: Floats
    output: Floats
    output_bias: Floats

    def log_chances(self, vectors: Floats) -> Floats:
        """Of each label for each vector, shape (..., vectors, labels)."""
        units = matrix_products.few_rows(vectors, self.hidden)
        units += self.hidden_bias[..., None, :]
        np.maximum(units, 0, out=units)
        scores: Floats = units @ self.output
        scores += self.output_bias[..., None, :]
        scores -= scores.max(axis=-1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(axis=-1, keepdims=True))
        return scores


@dataclass(frozen=True)
class Networks:
    """multilingual: of that model's vector alone. both: of it and the English one.

    Each is a stack of networks.
    """

    multilingual: Network
    both: Network

    def log_chances(
        self, multilingual: Floats, english: Sequence[float] | None
    ) -> Floats:
        """Of each label for each text, shape (texts, labels).

        multilingual: shape (texts, length). english: of the first text; there the mean
        of both sets counts, elsewhere the first set alone.
        """
        result: Floats = self.multilingual.log_chances(scaled(multilingual)).mean(0)
        if english is not None:
            vectors = scaled(joined(multilingual[0], english))[None]
            of_both = self.both.log_chances(vectors).mean(0)
            result[0] = (result[0] + of_both[0]) / 2
        return result


def joined(multilingual: Floats, english: Sequence[float] | Floats) -> Floats:
    """Shape (length of both,), or (texts, length of both)."""
    return np.concatenate([multilingual, np.asarray(english, np.float32)], axis=-1)


def scaled(vectors: Floats) -> Floats:
    result: Floats = vectors * SCALE
    return result


def stacked(networks: Sequence[Network]) -> Network:
    return Network(
        *(
            np.stack([getattr(network, part) for network in networks])
            for part in Network.__dataclass_fields__
        )
    )


def path(name: str) -> Path:
    """Of a file of the weights in use: these, and those of the n-grams."""
    return _path(settings.GUARDRAIL_WEIGHTS, name)


@cache
def _path(folder: str, name: str) -> Path:
    return Path(folder or DATA) / name


@cache
def load(file_path: Path) -> Networks:
    with np.load(file_path) as arrays:
        return Networks(
            *(_read(arrays, name) for name in Networks.__dataclass_fields__)
        )


@cache
def load_stack(file_path: Path) -> Network:
    """Of networks over one vector alone."""
    with np.load(file_path) as arrays:
        return _read(arrays, STACK)


def save_stack(stack: Network, file_path: Path) -> None:
    _write(_arrays(stack, STACK), file_path)


def _read(arrays: Mapping[str, NDArray[Any]], name: str) -> Network:
    networks = [
        Network(
            *(
                arrays[f"{name}_{number}_{part}"].astype(np.float32)
                for part in Network.__dataclass_fields__
            )
        )
        for number in range(int(arrays[f"{name}_count"]))
    ]
    return stacked(networks)


def save(networks: Networks, file_path: Path) -> None:
    """In half precision; the same networks make the same bytes."""
    arrays: dict[str, NDArray[Any]] = {}
    for name in Networks.__dataclass_fields__:
        arrays |= _arrays(getattr(networks, name), name)
    _write(arrays, file_path)


def _arrays(stack: Network, name: str) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {f"{name}_count": np.array(len(stack.hidden))}
    for number in range(len(stack.hidden)):
        for part in Network.__dataclass_fields__:
            values = getattr(stack, part)[number].astype(np.float16)
            arrays[f"{name}_{number}_{part}"] = values
    return arrays


def _write(arrays: dict[str, NDArray[Any]], file_path: Path) -> None:
    file_path.parent.mkdir(exist_ok=True)
    with file_path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
