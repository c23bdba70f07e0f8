"""What `manage.py train_ranking` has learnt: a weight for each feature and signal."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.scoring import features, signals

PATH = Path(__file__).parent / "data" / "ranking.json"


@dataclass(frozen=True)
class Weights:
    """ranking: by feature; answerable and exact: by signal of the best statement."""

    ranking: Floats
    answerable: Floats
    exact: Floats


@cache
def load() -> Weights:
    stored = json.loads(PATH.read_text())
    return Weights(
        np.array([stored["ranking"][name] for name in features.FEATURES], np.float32),
        *(
            np.array([stored[model][name] for name in signals.SIGNALS], np.float32)
            for model in ("answerable", "exact")
        ),
    )


def forget() -> None:
    """Reads them again the next time; training has written new ones."""
    load.cache_clear()
