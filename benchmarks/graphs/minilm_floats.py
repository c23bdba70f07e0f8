"""The graph of the English sentence model, as it was published.

Its products are those of floats, or those that a caller makes of them. The graph has no
weights of its own. It refers to the places of the tensors in the file of the pinned
package, which holds them as they were published. Sources: Wang et al., "MiniLM", 2020;
https://huggingface.co/docs/safetensors; https://onnx.ai/onnx/operators.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto

from benchmarks.graphs.builder import MICROSOFT, Graph, Input

INPUTS: dict[str, Input] = {
    "ids": (TensorProto.INT64, ["tokens"]),
    "positions": (TensorProto.INT64, ["tokens"]),
    "attention_bias": (TensorProto.FLOAT, [1, 1, "tokens", "tokens"]),
    "is_of_text": (TensorProto.FLOAT, ["texts", "tokens"]),
}
LAYERS, HEADS, EPSILON = 6, 12, 1e-12


class MiniLMGraph(Graph):
    """Over the file of the published weights."""

    def __init__(self, weights_file: Path) -> None:
        super().__init__()
        self._file = weights_file
        with weights_file.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            self._entries: dict[str, Any] = json.loads(file.read(length))
        self._start = 8 + length

    def published(self, name: str) -> NDArray[np.float32]:
        """The values of a tensor of the file."""
        place, size, shape = self._place(name)
        values = np.fromfile(self._file, np.float32, size // 4, offset=place)
        return values.reshape(shape)

    def weight(self, name: str) -> str:
        """A reference to a tensor of the file."""
        place, size, shape = self._place(name)
        tensor = TensorProto(
            name=name,
            dims=shape,
            data_type=TensorProto.FLOAT,
            data_location=TensorProto.EXTERNAL,
        )
        entries = {"location": self._file.name, "offset": place, "length": size}
        for key, value in entries.items():
            tensor.external_data.add(key=key, value=str(value))
        self.tensors[name] = tensor
        return name

    def _place(self, name: str) -> tuple[int, int, list[int]]:
        """First byte, number of bytes, and shape."""
        entry = self._entries[name]
        first, last = entry["data_offsets"]
        return self._start + first, last - first, entry["shape"]


# The products of a hidden state with the weights of several dense layers, whose names
# are given; the names of the outputs.
Dense = Callable[[MiniLMGraph, Sequence[str], str], list[str]]


def of_floats(graph: MiniLMGraph, names: Sequence[str], hidden: str) -> list[str]:
    return [
        graph.node("Gemm", hidden, *_weight_and_bias(graph, name), transB=1)
        for name in names
    ]


def build(weights_file: Path, dense: Dense = of_floats) -> bytes:
    """The same weights make the same bytes."""
    graph = MiniLMGraph(weights_file)
    hidden = _embedded(graph)
    for layer in range(LAYERS):
        hidden = _layer(graph, f"encoder.layer.{layer}.", hidden, dense)
    # The sum of a text's tokens has the direction of their mean.
    sums = graph.node("MatMul", "is_of_text", hidden)
    graph.named("vectors", "LpNormalization", sums, axis=-1, p=2)
    return graph.model("minilm", INPUTS, "vectors")


def _embedded(graph: MiniLMGraph) -> str:
    words, positions, kinds = (
        graph.weight(f"embeddings.{name}_embeddings.weight")
        for name in ("word", "position", "token_type")
    )
    of_words = graph.node("Gather", words, "ids")
    of_positions = graph.node("Gather", positions, "positions")
    first_kind = graph.constant("first_kind", np.array([0]))
    of_first_kind = graph.node("Gather", kinds, first_kind)
    hidden = graph.node("Add", graph.node("Add", of_words, of_positions), of_first_kind)
    return graph.node(
        "LayerNormalization",
        hidden,
        *_weight_and_bias(graph, "embeddings.LayerNorm"),
        epsilon=EPSILON,
    )


def _layer(graph: MiniLMGraph, name: str, hidden: str, dense: Dense) -> str:
    attended = _attention(graph, name + "attention.", hidden, dense)
    hidden = _normed(graph, name + "attention.output.LayerNorm", attended, hidden)
    (wide,) = dense(graph, [name + "intermediate.dense"], hidden)
    (narrow,) = dense(graph, [name + "output.dense"], graph.node("Gelu", wide))
    return _normed(graph, name + "output.LayerNorm", narrow, hidden)


def _attention(graph: MiniLMGraph, name: str, hidden: str, dense: Dense) -> str:
    """Texts in one row of tokens; the bias keeps them apart."""
    axis = graph.constant("axis", np.array([0]))
    names = [f"{name}self.{part}" for part in ("query", "key", "value")]
    heads = dense(graph, names, hidden)
    mixed = graph.node(
        "MultiHeadAttention",
        *(graph.node("Unsqueeze", head, axis) for head in heads),
        *("", "", "attention_bias"),
        domain=MICROSOFT,
        num_heads=HEADS,
    )
    (output,) = dense(
        graph, [name + "output.dense"], graph.node("Squeeze", mixed, axis)
    )
    return output


def _normed(graph: MiniLMGraph, name: str, change: str, hidden: str) -> str:
    """The sum of both, normalised."""
    return graph.node(
        "SkipLayerNormalization",
        change,
        hidden,
        *_weight_and_bias(graph, name),
        domain=MICROSOFT,
        epsilon=EPSILON,
    )


def _weight_and_bias(graph: MiniLMGraph, name: str) -> tuple[str, str]:
    return graph.weight(name + ".weight"), graph.weight(name + ".bias")
