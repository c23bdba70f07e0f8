"""Products with a matrix whose numbers are rounded to bytes, where that is exact.

A product of bytes takes a quarter of the time of a product of floats. Each row is
rounded on its own scale, each column of the matrix on its own, so a row's product does
not depend on its company. onnxruntime multiplies by a graph that
`python -m benchmarks.graphs.byte_product` writes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from apps.llm.local import onnx_sessions, products

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = NDArray[np.float32]

GRAPH = Path(__file__).parent / "data" / "byte_product.onnx"
# Steps of a byte to either side of 0.
STEPS = 127


class ByteMatrix:
    """Shape (inner, columns). Floats are multiplied where bytes are not exact."""

    def __init__(self, values: Floats) -> None:
        self._values = values
        self._session = _session()
        if self._session:
            scales = np.abs(values).max(axis=0) / STEPS
            scales[scales == 0] = 1
            self._inputs = {
                "matrix": np.round(values / scales).astype(np.int8),
                "scales": scales.astype(np.float32),
            }

    def product(self, rows: Floats) -> Floats:
        """rows: shape (rows, inner). The product: shape (rows, columns)."""
        if self._session is None:
            return products.few_rows(rows, self._values)
        result: Floats = self._session.run(None, {"rows": rows, **self._inputs})[0]
        return result


@cache
def _session() -> InferenceSession | None:
    """None where floats have to be multiplied."""
    if not onnx_sessions.has_exact_bytes():
        return None
    return onnx_sessions.load(GRAPH.read_bytes(), GRAPH.parent)
