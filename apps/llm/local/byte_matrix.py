"""Products with a matrix whose numbers are rounded to bytes.

A product of bytes takes a fraction of the time of a product of floats. Each row is
rounded on its own scale, each column of the matrix on its own, so a row's product does
not depend on its company. onnxruntime multiplies by graphs that
`python -m benchmarks.graphs.multilingual` writes: one for each shape, as the matrix
must be a constant for it to be laid out beforehand.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.llm.local import onnx_sessions, products

Floats = NDArray[np.float32]

GRAPHS = Path(__file__).parent / "data"
# Of the multilingual model: of its projection, and of windows of 2, 3 and 5 pieces.
SHAPES = ((512, 768), (256, 512), (256, 768), (256, 1280))
# Steps of a byte to either side of 0, which is in the middle.
STEPS, MIDDLE = 127, 128


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
            return products.few_rows(rows, self._values)
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
