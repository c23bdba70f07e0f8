"""Logistic regression with a ridge penalty, fitted by Newton's method."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

STEPS = 30
Doubles = NDArray[np.float64]


def fit(
    features: Doubles,
    truth: Doubles,
    penalty: float,
    importance: Doubles | float = 1.0,
) -> Doubles:
    """The weights of the features, of the shape (features,).

    features: one row a sample. truth: 0 or 1 for each. importance: what a mistake in a
    sample counts.
    """
    weights = np.zeros(features.shape[1])
    ridge = penalty * np.eye(len(weights))
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (importance * (chances - truth)) + ridge @ weights
        spread = importance * chances * (1 - chances)
        curvature = (features.T * spread) @ features + ridge
        weights = weights - np.linalg.solve(curvature, slope)
    return weights
