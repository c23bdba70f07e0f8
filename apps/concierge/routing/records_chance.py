"""Whether a message is a question for the records.

A logistic regression over what the message says (`intent.py`) and how likely a record
answers it exactly (`knowledge/statements/ranking.py`). `manage.py calibrate_router`
learns the weights and both thresholds, from what each mistake costs a guest.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path

WEIGHTS = Path(__file__).parent / "data" / "records_chance.json"
NAMES = ("bias", "searched", "exact")
# Chances of 0 and 1 have no odds.
LEAST_CHANCE = 0.005


def is_likely(searched_chance: float, exact: float) -> bool:
    """Whether the records are asked rather than a fixed reply wanted."""
    calibration = _calibration()
    values = features(searched_chance, exact)
    score = sum(
        calibration[name] * value for name, value in zip(NAMES, values, strict=True)
    )
    return 1 / (1 + math.exp(-score)) >= calibration["likely"]


def is_certain(confidence: float) -> bool:
    """Whether an intent this confident needs no word from the search."""
    return confidence >= _calibration()["certain"]


def features(searched_chance: float, exact: float) -> tuple[float, float, float]:
    """One for each of `NAMES`."""
    return 1.0, _log_odds(searched_chance), _log_odds(exact)


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
    return math.log(bounded / (1 - bounded))


@cache
def _calibration() -> dict[str, float]:
    stored: dict[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return stored
