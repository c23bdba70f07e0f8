"""Small networks over the vectors of sentence models; they weigh beside the n-grams.

The multilingual model reads every language, the English one reads English better: one
set of networks sees the first vector alone, another sees both.
`manage.py train_guardrails` writes the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from apps.language.classifier import Floats

WEIGHTS = Path(__file__).parent / "data" / "networks.npz"
# Vectors are of unit length; networks learn faster from numbers of this size.
SCALE = np.float32(3)


@dataclass(frozen=True)
class Network:
    """hidden: shape (length of vectors, units). output: shape (units, labels)."""

    hidden: Floats
    hidden_bias: Floats
    output: Floats
    output_bias: Floats

    def log_chances(self, vector: Floats) -> Floats:
        """Of each label, shape (labels,)."""
        units = np.maximum(vector @ self.hidden + self.hidden_bias, 0)
        scores: Floats = units @ self.output + self.output_bias
        scores -= scores.max()
        scores -= np.log(np.exp(scores).sum())
        return scores


@dataclass(frozen=True)
class Networks:
    """multilingual: of that model's vector alone. both: of it and the English one."""

    multilingual: tuple[Network, ...]
    both: tuple[Network, ...]

    def log_chances(
        self, multilingual: Floats, english: Sequence[float] | None
    ) -> Floats:
        """The mean of both sets, or of the first one where there is no other vector."""
        alone = _mean(self.multilingual, scaled(multilingual))
        if english is None:
            return alone
        alone += _mean(self.both, scaled(joined(multilingual, english)))
        alone /= 2
        return alone


def joined(multilingual: Floats, english: Sequence[float] | Floats) -> Floats:
    """Shape (length of both,), or (texts, length of both)."""
    return np.concatenate([multilingual, np.asarray(english, np.float32)], axis=-1)


def scaled(vectors: Floats) -> Floats:
    result: Floats = vectors * SCALE
    return result


@cache
def load(path: Path = WEIGHTS) -> Networks:
    with np.load(path) as arrays:
        sets = {
            name: tuple(
                Network(
                    *(
                        arrays[f"{name}_{number}_{part}"].astype(np.float32)
                        for part in Network.__dataclass_fields__
                    )
                )
                for number in range(int(arrays[f"{name}_count"]))
            )
            for name in Networks.__dataclass_fields__
        }
    return Networks(**sets)


def save(networks: Networks, path: Path = WEIGHTS) -> None:
    """In half precision; the same networks make the same bytes."""
    arrays = {}
    for name in Networks.__dataclass_fields__:
        members: tuple[Network, ...] = getattr(networks, name)
        arrays[f"{name}_count"] = np.array(len(members))
        for number, network in enumerate(members):
            for part in Network.__dataclass_fields__:
                values = getattr(network, part).astype(np.float16)
                arrays[f"{name}_{number}_{part}"] = values
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def _mean(networks: Sequence[Network], vector: Floats) -> Floats:
    chances = np.stack([network.log_chances(vector) for network in networks])
    mean: Floats = chances.mean(axis=0)
    return mean
