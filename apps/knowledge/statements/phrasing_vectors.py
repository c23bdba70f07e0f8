"""How near a question is to groups of phrasings, each of which asks for one thing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class PhrasingVectors:
    """matrix: one unit vector a phrasing; owner: the number of its group, from 0.

    nearest: so many phrasings of a group are compared, by their mean.
    """

    matrix: Floats
    owner: NDArray[np.intp]
    nearest: int

    def scores(self, question: Floats) -> Floats:
        """Cosine of the question with each group, of the shape (groups,)."""
        cosines = np.append(self.matrix @ question, np.float32(-np.inf))
        ordered = np.sort(cosines[self._places], axis=1)[:, -self.nearest :]
        means: Floats = ordered.mean(axis=1, where=np.isfinite(ordered))
        return means

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        """Of the phrasings of each group, filled up with the place after the last."""
        own = [np.flatnonzero(self.owner == n) for n in range(self.owner.max() + 1)]
        most = max(len(places) for places in own)
        beyond = len(self.owner)
        return np.array(
            [np.pad(p, (0, most - len(p)), constant_values=beyond) for p in own]
        )
