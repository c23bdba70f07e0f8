"""Statistics of the highest temperatures of some days."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.concierge.forecast import Day

FEWEST_DAYS = 3
# A day is unusual from so many standard deviations on.
UNUSUAL_FROM = 2.0


@dataclass(frozen=True)
class Figures:
    """In degrees Fahrenheit. spread: the standard deviation of the sample. change: the
    standard deviation of the differences between one day and the next."""

    mean: float
    median: float
    least: float
    most: float
    spread: float
    change: float
    unusual: tuple[Day, ...]


def of(days: Sequence[Day]) -> Figures:
    """Raises ValueError for fewer than three days."""
    if len(days) < FEWEST_DAYS:
        raise ValueError("three days at least are needed for statistics")
    highs = [own.high for own in days]
    mean, spread = statistics.fmean(highs), statistics.stdev(highs)
    differences = [after - before for before, after in pairwise(highs)]
    unusual = (
        own for own in days if spread and abs(own.high - mean) >= UNUSUAL_FROM * spread
    )
    return Figures(
        mean,
        statistics.median(highs),
        min(highs),
        max(highs),
        spread,
        statistics.stdev(differences),
        tuple(unusual),
    )
