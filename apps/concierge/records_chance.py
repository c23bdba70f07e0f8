"""How likely a message is a question for the records.

A logistic regression over what the message says (`intent.py`) and how likely a record
answers it (`knowledge/statements/ranking.py`). `manage.py calibrate_router` learns it.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path

WEIGHTS = Path(__file__).parent / "data" / "records_chance.json"
NAMES = ("bias", "searched", "answerable")
# Chances of 0 and 1 have no odds.
LEAST_CHANCE = 0.005
# Most messages are questions, while the calibration weighs both sides alike.
LIKELY = 0.25


def is_likely(searched_chance: float, answerable: float) -> bool:
    """Whether the records are asked rather than a fixed reply wanted."""
    values = features(searched_chance, answerable)
    score = sum(
        weight * value for weight, value in zip(_weights(), values, strict=True)
    )
    return 1 / (1 + math.exp(-score)) >= LIKELY


def features(searched_chance: float, answerable: float) -> tuple[float, float, float]:
    """One for each of `NAMES`."""
    return 1.0, _log_odds(searched_chance), _log_odds(answerable)


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
    return math.log(bounded / (1 - bounded))


@cache
def _weights() -> tuple[float, ...]:
    stored: dict[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return tuple(stored[name] for name in NAMES)
