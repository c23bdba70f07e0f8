"""Products of few rows are the same numbers, computed in parts."""

from __future__ import annotations

import numpy as np
import pytest

from apps.llm.local import matrix_products


@pytest.mark.parametrize("count", [1, 2, 3, 7, 31, 32, 33, 90])
@pytest.mark.parametrize("shape", [(1280, 512), (5, 256, 256), (513, 300)])
def test_it_is_the_product(count: int, shape: tuple[int, ...]) -> None:
    random = np.random.default_rng(1)
    rows = random.standard_normal((count, shape[-2]), np.float32)
    matrices = random.standard_normal(shape, np.float32)
    expected = rows @ matrices
    assert np.allclose(matrix_products.few_rows(rows, matrices), expected, atol=1e-3)
    out = np.empty((*shape[:-2], count + 1, shape[-1]), np.float32)
    matrix_products.few_rows(rows, matrices, out=out[..., :-1, :])
    assert np.allclose(out[..., :-1, :], expected, atol=1e-3)
