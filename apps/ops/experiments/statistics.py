"""Whether arms differ, and whether their guests were divided as asked.

Staff look at a report whenever they like, and stop when they like what they see. An
interval for one look would then be wrong far more often than in one of twenty cases.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Each arm needs so many guests before its mean is about normally distributed.
MIN_GUESTS = 50
# The interval is narrowest at this number of guests.
NARROWEST_AT = 500
# Below this expectation in an arm, chi-square is no approximation.
MIN_EXPECTED = 5
MAX_ERROR = 0.05


@dataclass(frozen=True)
class Sample:
    """Values of guests, from 0 to 1: their number, sum and sum of squares."""

    count: int
    sum: float
    sum_of_squares: float

    @property
    def mean(self) -> float:
        return self.sum / self.count

    @property
    def variance(self) -> float:
        """With two more guests, of 0 and of 1: a few equal values are no certainty."""
        count = self.count + 2
        mean = (self.sum + 1) / count
        return (self.sum_of_squares + 1) / count - mean**2


def difference(
    base: Sample, arm: Sample, error: float = MAX_ERROR
) -> tuple[float, float] | None:
    """The interval of the mean of `arm` minus that of `base`, valid at any time.

    With a probability of 1 - `error`, it holds the true difference at every look,
    however many there are. None before each arm has MIN_GUESTS.

    It is the asymptotic confidence sequence of theorem 2.2 in I. Waudby-Smith,
    D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform central limit theory
    and asymptotic confidence sequences", Annals of Statistics 52(6), 2024: Robbins'
    normal mixture with the estimated variance, here that of a difference of two means.
    """
    if min(base.count, arm.count) < MIN_GUESTS:
        return None
    centre = arm.mean - base.mean
    variance = base.variance / base.count + arm.variance / arm.count
    scaled = (base.count + arm.count) * _mixture(error)
    factor = 2 * (scaled + 1) / scaled * math.log(math.sqrt(scaled + 1) / error)
    radius = math.sqrt(variance * factor)
    # Shares differ by no more than the whole.
    return max(centre - radius, -1.0), min(centre + radius, 1.0)


def split_p_value(counts: Sequence[int], weights: Sequence[int]) -> float | None:
    """How likely so uneven a split is by chance; None with too few guests to say.

    Pearson's chi-square test of `counts` against `weights`.
    """
    total, all_weights = sum(counts), sum(weights)
    expected = [total * weight / all_weights for weight in weights]
    if min(expected) < MIN_EXPECTED:
        return None
    pairs = zip(counts, expected, strict=True)
    statistic = sum((count - ideal) ** 2 / ideal for count, ideal in pairs)
    return chi_square_tail(statistic, len(counts) - 1)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The probability of more than `statistic` with `freedom` degrees of freedom."""
    half = statistic / 2
    if freedom % 2:
        tail, order = math.erfc(math.sqrt(half)), 0.5
    else:
        tail, order = math.exp(-half), 1.0
    while order < freedom / 2:
        tail += math.exp(-half) * half**order / math.gamma(order + 1)
        order += 1
    return tail


def _mixture(error: float) -> float:
    """The variance of the mixture: the square of rho, by appendix B.2 of the paper."""
    doubled = -2 * math.log(error)
    return (doubled + math.log(doubled + 1)) / NARROWEST_AT
