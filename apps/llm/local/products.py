"""Products of few rows with a large matrix, for which OpenBLAS was not made."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Up to so many multiplications OpenBLAS takes a matrix as it lies in memory, with its
# kernels for small matrices. For more it copies the matrix first, which takes longer
# than the product of a few rows.
MOST_WITHOUT_COPY = 1_000_000
FEW_ROWS = 32
# For two or three rows its kernels for matrices take twice as long as its kernel for a
# vector does for one row after the other.
MOST_VECTORS = 3


def few_rows(rows: Floats, matrices: Floats, out: Floats | None = None) -> Floats:
    """rows @ matrices, computed in parts of the inner axis where that is faster.

    rows: shape (rows, inner). matrices: shape (..., inner, columns), contiguous.
    out: where to write the product; by default a new array.
    """
    count, inner = rows.shape
    if 1 < count <= MOST_VECTORS:
        return _row_by_row(rows, matrices, out)
    multiplications = rows.size * matrices.shape[-1]
    parts = 1
    while 1 < count <= FEW_ROWS and multiplications > parts * MOST_WITHOUT_COPY:
        parts *= 2
    if parts == 1 or inner % parts:
        product: Floats = np.matmul(rows, matrices, out=out)
        return product
    of_rows = rows.reshape(count, parts, inner // parts).swapaxes(0, 1)
    shape = *matrices.shape[:-2], parts, inner // parts, matrices.shape[-1]
    sums: Floats = (of_rows @ matrices.reshape(shape)).sum(axis=-3, out=out)
    return sums


def _row_by_row(rows: Floats, matrices: Floats, out: Floats | None) -> Floats:
    shape = *matrices.shape[:-2], len(rows), matrices.shape[-1]
    product = np.empty(shape, np.float32) if out is None else out
    for number, row in enumerate(rows):
        np.matmul(row, matrices, out=product[..., number, :])
    return product
