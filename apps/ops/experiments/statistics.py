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
# How many guests the belief in the weights is worth: an uneven split is seen soonest
# after some hundreds.
PRIOR_GUESTS = 100
MAX_ERROR = 0.05


@dataclass(frozen=True)
class Sample:
    """Values of guests, from 0 to `top`: their number, sum and sum of squares.

    top: 1 for shares; for amounts, the largest value of a guest.
    """

    count: int
    sum: float
    sum_of_squares: float
    top: float = 1.0

    @property
    def mean(self) -> float:
        return self.sum / self.count

    @property
    def variance(self) -> float:
        """With two more guests, of 0 and of `top`: equal values are no certainty."""
        count = self.count + 2
        mean = (self.sum + self.top) / count
        return (self.sum_of_squares + self.top**2) / count - mean**2


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
    # Shares differ by no more than the whole, amounts by no more than the largest.
    most = max(base.top, arm.top)
    return max(centre - radius, -most), min(centre + radius, most)


def split_p_value(counts: Sequence[int], weights: Sequence[int]) -> float:
    """How likely so uneven a split is at any look, by chance; 1 before the first guest.

    The inverse of the Bayes factor of a Dirichlet-multinomial against `weights`, of
    M. Lindon and A. Malek, "Anytime-valid inference for multinomial count data",
    NeurIPS 2022: however often it is looked at, a fair split falls below p in no more
    than p of all experiments.
    """
    shares = [weight / sum(weights) for weight in weights]
    priors = [PRIOR_GUESTS * share for share in shares]
    logarithm = math.lgamma(PRIOR_GUESTS) - math.lgamma(PRIOR_GUESTS + sum(counts))
    for count, share, prior in zip(counts, shares, priors, strict=True):
        logarithm += math.lgamma(prior + count) - math.lgamma(prior)
        logarithm -= count * math.log(share)
    return math.exp(min(-logarithm, 0.0))


def _mixture(error: float) -> float:
    """The variance of the mixture: the square of rho, by appendix B.2 of the paper."""
    doubled = -2 * math.log(error)
    return (doubled + math.log(doubled + 1)) / NARROWEST_AT
