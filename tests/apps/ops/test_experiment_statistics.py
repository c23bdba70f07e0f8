"""Whoever looks every day is seldom misled, and sees a difference that exists."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

from apps.ops.experiments.report import MAX_SPLIT_ERROR
from apps.ops.experiments.statistics import (
    MAX_ERROR,
    Sample,
    difference,
    split_p_value,
)

DAYS, GUESTS_A_DAY, RUNS = 60, 40, 400


class Arm:
    """Guests of whom each says yes or no."""

    def __init__(self, share: float) -> None:
        self.share, self.count, self.sum = share, 0, 0.0

    def visit(self, rng: random.Random) -> None:
        self.count += 1
        self.sum += rng.random() < self.share

    @property
    def sample(self) -> Sample:
        return Sample(self.count, self.sum, self.sum)


def days(
    rng: random.Random, base_share: float, arm_share: float, weight: float
) -> Iterator[tuple[Sample, Sample]]:
    """What a report shows at the end of each day."""
    base, arm = Arm(base_share), Arm(arm_share)
    for _ in range(DAYS):
        for _ in range(GUESTS_A_DAY):
            (arm if rng.random() < weight else base).visit(rng)
        yield base.sample, arm.sample


def wins(interval: tuple[float, float] | None) -> bool:
    return interval is not None and not interval[0] <= 0 <= interval[1]


def one_look(base: Sample, arm: Sample) -> tuple[float, float] | None:
    """The usual interval of 95 percent, which is right for one look only."""
    if min(base.count, arm.count) < 50:
        return None
    variance = base.variance / base.count + arm.variance / arm.count
    radius = 1.96 * math.sqrt(variance)
    centre = arm.mean - base.mean
    return centre - radius, centre + radius


def share_of_runs_won(
    base_share: float, arm_share: float, weight: float, interval: object = difference
) -> float:
    """The share of runs in which some day shows a difference."""
    assert callable(interval)
    rng = random.Random(7)  # noqa: S311 - the same guests in every test run
    won_count = sum(
        any(wins(interval(*look)) for look in days(rng, base_share, arm_share, weight))
        for _ in range(RUNS)
    )
    return won_count / RUNS


@pytest.mark.parametrize(
    ("share", "weight"), [(0.5, 0.5), (0.1, 0.5), (0.1, 0.2), (0.02, 0.5), (0.98, 0.8)]
)
def test_daily_looks_find_no_difference_where_there_is_none(
    share: float, weight: float
) -> None:
    assert share_of_runs_won(share, share, weight) <= MAX_ERROR


def test_daily_looks_mislead_with_the_usual_interval() -> None:
    assert share_of_runs_won(0.5, 0.5, 0.5, one_look) > 3 * MAX_ERROR


@pytest.mark.parametrize(
    ("base_share", "arm_share"), [(0.2, 0.1), (0.1, 0.05), (0.5, 0.6)]
)
def test_daily_looks_find_a_difference_that_exists(
    base_share: float, arm_share: float
) -> None:
    assert share_of_runs_won(base_share, arm_share, 0.5) >= 0.9


def test_the_interval_holds_the_true_difference_on_all_days() -> None:
    rng = random.Random(11)  # noqa: S311 - the same guests in every test run
    missed_count = 0
    for _ in range(RUNS):
        intervals = (difference(*look) for look in days(rng, 0.7, 0.78, 0.5))
        missed_count += any(
            not low <= 0.08 <= high for low, high in filter(None, intervals)
        )
    assert missed_count / RUNS <= MAX_ERROR


class Payer(Arm):
    """Guests whose means are skewed, as lengths and costs are."""

    def visit(self, rng: random.Random) -> None:
        value = rng.lognormvariate(0, 1) * self.share
        self.count, self.sum = self.count + 1, self.sum + value
        self.squares = getattr(self, "squares", 0.0) + value**2
        self.top = max(getattr(self, "top", 0.0), value)

    @property
    def sample(self) -> Sample:
        return Sample(self.count, self.sum, self.squares, self.top)


@pytest.mark.parametrize(("factor", "most", "least"), [(1, 0.05, 0), (1.5, 1, 0.9)])
def test_daily_looks_at_skewed_amounts(
    factor: float, most: float, least: float
) -> None:
    """Whether they differ by nothing, or by half."""
    rng, won_count, runs = random.Random(17), 0, 200  # noqa: S311 - the same each time
    for _ in range(runs):
        base, arm = Payer(100), Payer(100 * factor)
        for _ in range(DAYS):
            for _ in range(GUESTS_A_DAY):
                (arm if rng.random() < 0.5 else base).visit(rng)
            if wins(difference(base.sample, arm.sample)):
                won_count += 1
                break
    assert least <= won_count / runs <= most


def test_a_few_guests_are_no_sample() -> None:
    assert difference(Sample(49, 49, 49), Sample(1000, 0, 0)) is None
    assert wins(difference(Sample(50, 50, 50), Sample(1000, 0, 0)))


def test_an_uneven_split_is_unlikely() -> None:
    assert split_p_value([805, 195], [80, 20]) > 0.5
    assert split_p_value([500, 500], [80, 20]) < 1e-9
    assert split_p_value([0, 0], [80, 20]) == 1
    assert split_p_value([3, 0], [80, 20]) > 0.5
    assert split_p_value([400, 300, 300], [34, 33, 33]) > 0.001
    assert split_p_value([500, 200, 300], [34, 33, 33]) < 1e-6


def split_flags(share: float, weight: int, runs: int, guests: int) -> int:
    """In how many experiments a look after any guest finds the split uneven."""
    rng = random.Random(13)  # noqa: S311 - the same guests in every test run
    flag_count = 0
    for _ in range(runs):
        counts = [0, 0]
        for _ in range(guests):
            counts[rng.random() < share] += 1
            if split_p_value(counts, [100 - weight, weight]) < MAX_SPLIT_ERROR:
                flag_count += 1
                break
    return flag_count


@pytest.mark.parametrize("weight", [50, 20])
def test_a_look_after_each_guest_finds_no_fair_split_uneven(weight: int) -> None:
    assert split_flags(weight / 100, weight, runs=150, guests=600) <= 1


def test_a_look_after_each_guest_finds_a_skewed_split() -> None:
    assert split_flags(0.4, 50, runs=20, guests=1500) == 20
