"""Writes the graphs of the multilingual model, whose weights are handed in.

python -m benchmarks.graphs.multilingual
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from onnx import TensorProto

from apps.llm.local import dense_layers, matrix_products
from benchmarks.graphs.builder import Graph, Input

ROWS = "rows"


def graphs() -> Iterator[tuple[Path, bytes]]:
    """Each with its file."""
    for shape in matrix_products.SHAPES:
        yield matrix_products.graph_of(shape), _product(*shape)
    yield dense_layers.GRAPH, _dense_layers()


def _product(inner: int, columns: int) -> bytes:
    graph = Graph()
    matrix = graph.external("matrix", TensorProto.UINT8, inner, columns)
    scales = graph.external("scales", TensorProto.FLOAT, columns)
    product, step = graph.product_of_bytes("rows", matrix, scales)
    graph.named("product", "Mul", product, step)
    return graph.model("byte_product", {"rows": _floats(inner)}, "product")


def _dense_layers() -> bytes:
    graph = Graph()

    def product(state: str, name: str) -> str:
        graph.external(name, TensorProto.FLOAT, *dense_layers.MATRICES[name])
        return graph.node("MatMul", state, name)

    def sum_of(state: str, first: str, other_state: str, second: str) -> str:
        return graph.node("Add", product(state, first), product(other_state, second))

    inner, columns = dense_layers.MATRICES["cnn_W"]
    bias = graph.external(dense_layers.BIAS, TensorProto.FLOAT, columns)
    mean = graph.node("Div", product("sums", "cnn_W"), "roots")
    mean = graph.node("Add", mean, graph.node("Mul", "roots", bias))
    first = graph.node("Relu", product(mean, "d0"))
    second = graph.node("Relu", sum_of(mean, "p1", first, "d1"))
    third = graph.node("Relu", product(second, "d2"))
    graph.named("vectors", "Tanh", sum_of(second, "p3", third, "d3"))
    inputs = {"sums": _floats(inner), "roots": _floats(1)}
    return graph.model("dense_layers", inputs, "vectors")


def _floats(columns: int) -> Input:
    return TensorProto.FLOAT, [ROWS, columns]


if __name__ == "__main__":
    for file, graph_bytes in graphs():
        file.write_bytes(graph_bytes)
