"""Products with a large matrix: of few rows, for which OpenBLAS was not made, and of
numbers that are rounded to bytes.

A product of bytes takes a fraction of the time of a product of floats. Each row is
rounded on its own scale, each column of the matrix on its own, so a row's product does
not depend on its company. onnxruntime multiplies by graphs that `python -m
benchmarks.graphs.multilingual` writes: one for each shape, as the matrix must be a
constant for it to be laid out beforehand.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.llm.local import onnx_sessions

Floats = NDArray[np.float32]

# Up to so many multiplications OpenBLAS takes a matrix as it lies in memory, with its
# kernels for small matrices. For more it copies the matrix first, which takes longer
# than the product of a few rows.
MOST_WITHOUT_COPY = 1_000_000
FEW_ROWS = 32
# For two or three rows its kernels for matrices take twice as long as its kernel for a
# vector does for one row after the other.
MOST_VECTORS = 3
GRAPHS = Path(__file__).parent / "data"
# Of the multilingual model: of its projection, and of windows of 2, 3 and 5 pieces.
SHAPES = ((512, 768), (256, 512), (256, 768), (256, 1280))
# Steps of a byte to either side of 0, which is in the middle.
STEPS, MIDDLE = 127, 128


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


class ByteMatrix:
    """Of one of `SHAPES`. Floats are multiplied where there is no onnxruntime."""

    def __init__(self, values: Floats) -> None:
        self._values = values
        self._session = None
        if onnx_sessions.is_installed():
            graph = graph_of(values.shape).read_bytes()
            self._session = onnx_sessions.load(graph, weights=_rounded(values))

    def product(self, rows: Floats) -> Floats:
        """rows: shape (rows, inner). The product: shape (rows, columns)."""
        if self._session is None:
            return few_rows(rows, self._values)
        result: Floats = self._session.run(None, {"rows": rows})[0]
        return result


def graph_of(shape: tuple[int, ...]) -> Path:
    """shape: (inner, columns)."""
    inner, columns = shape
    return GRAPHS / f"byte_product_{inner}x{columns}.onnx"


def _rounded(values: Floats) -> dict[str, NDArray[np.generic]]:
    """The constants of a graph: the bytes, and the size of a step in each column."""
    scales = np.abs(values).max(axis=0) / STEPS
    scales[scales == 0] = 1
    return {
        "matrix": (np.round(values / scales) + MIDDLE).astype(np.uint8),
        "scales": scales.astype(np.float32),
    }
