"""Writes the graph that multiplies rows with any matrix of bytes.

python -m benchmarks.graphs.byte_product
"""

from __future__ import annotations

from onnx import TensorProto

from apps.llm.local import byte_matrix
from benchmarks.graphs.builder import Graph


def build() -> bytes:
    graph = Graph()
    product, step = graph.product_of_bytes("rows", "matrix", "scales")
    graph.named("product", "Mul", product, step)
    inputs: dict[str, tuple[int, list[str | int]]] = {
        "rows": (TensorProto.FLOAT, ["rows", "inner"]),
        "matrix": (TensorProto.INT8, ["inner", "columns"]),
        "scales": (TensorProto.FLOAT, ["columns"]),
    }
    return graph.model("byte_product", inputs, "product")


if __name__ == "__main__":
    byte_matrix.GRAPH.write_bytes(build())
