"""Logistic regression, as the calibrations learn with it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.training import logistic_regression


def test_a_constant_learns_the_share() -> None:
    truth = np.array([1.0, 0, 0, 0])
    weights = logistic_regression.fit(np.ones((4, 1)), truth, penalty=1e-9)
    assert weights == pytest.approx([np.log(1 / 3)])


def test_importance_counts_as_copies_do() -> None:
    features = np.array([[1.0, 0.2], [1, 0.7], [1, 0.4]])
    truth = np.array([0.0, 1, 1])
    copies = [0, 0, 0, 1, 2]
    weighted = logistic_regression.fit(features, truth, 0.1, np.array([3.0, 1, 1]))
    copied = logistic_regression.fit(features[copies], truth[copies], 0.1)
    assert weighted == pytest.approx(copied)


@pytest.mark.parametrize("penalty", [0.1, 10])
def test_the_penalty_balances_the_slope(penalty: float) -> None:
    features, truth = np.array([[1.0], [-1.0]]), np.array([1.0, 0])
    weight = logistic_regression.fit(features, truth, penalty)[0]
    assert weight > 0
    assert penalty * weight == pytest.approx(2 / (1 + np.exp(weight)))
