"""Writes the graph of the English sentence model, which onnxruntime computes.

    python -m benchmarks.minilm_graph

The graph has no weights of its own. It refers to the places of the tensors in the file
of the pinned package, which holds them as they were published. Sources: Wang et al.,
"MiniLM", 2020; https://huggingface.co/docs/safetensors; https://onnx.ai/onnx/operators.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from onnx import GraphProto, ModelProto, NodeProto, TensorProto, helper, numpy_helper

from apps.llm.local import minilm, weights

# Which onnxruntime of our requirements may read the graph.
OPSET, IR_VERSION = 21, 10
MICROSOFT = "com.microsoft"
LAYERS, HEADS, EPSILON = 6, 12, 1e-12


class Graph:
    """The nodes and tensors of a graph under construction."""

    def __init__(self, weights_file: Path) -> None:
        self._name = weights_file.name
        with weights_file.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            self._entries: dict[str, Any] = json.loads(file.read(length))
        self._start = 8 + length
        self.nodes: list[NodeProto] = []
        self.tensors: dict[str, TensorProto] = {}

    def node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """The name of the output."""
        output = f"{operator}{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def constant(self, name: str, *values: int) -> str:
        self.tensors[name] = numpy_helper.from_array(np.array(values, np.int64), name)
        return name

    def weight(self, name: str) -> str:
        """A reference to a tensor of the file."""
        entry = self._entries[name]
        first, last = entry["data_offsets"]
        tensor = TensorProto(
            name=name,
            dims=entry["shape"],
            data_type=TensorProto.FLOAT,
            data_location=TensorProto.EXTERNAL,
        )
        place = {"offset": self._start + first, "length": last - first}
        for key, value in {"location": self._name, **place}.items():
            tensor.external_data.add(key=key, value=str(value))
        self.tensors[name] = tensor
        return name


def build(weights_file: Path) -> bytes:
    """The same weights make the same bytes."""
    graph = Graph(weights_file)
    axis = graph.constant("axis", 0)
    hidden = _embedded(graph)
    for layer in range(LAYERS):
        hidden = _layer(graph, f"encoder.layer.{layer}.", hidden, axis)
    # The sum of a text's tokens has the direction of their mean.
    sums = graph.node("MatMul", "is_of_text", hidden)
    graph.nodes.append(
        helper.make_node("LpNormalization", [sums], ["vectors"], axis=-1, p=2)
    )
    graph_bytes: bytes = _model(graph).SerializeToString(deterministic=True)
    return graph_bytes


def _embedded(graph: Graph) -> str:
    words, positions, kinds = (
        graph.weight(f"embeddings.{name}_embeddings.weight")
        for name in ("word", "position", "token_type")
    )
    of_words = graph.node("Gather", words, "ids")
    of_positions = graph.node("Gather", positions, "positions")
    of_first_kind = graph.node("Gather", kinds, graph.constant("first_kind", 0))
    hidden = graph.node("Add", graph.node("Add", of_words, of_positions), of_first_kind)
    return graph.node(
        "LayerNormalization",
        hidden,
        *_weight_and_bias(graph, "embeddings.LayerNorm"),
        epsilon=EPSILON,
    )


def _layer(graph: Graph, name: str, hidden: str, axis: str) -> str:
    attended = _attention(graph, name + "attention.", hidden, axis)
    hidden = _normed(graph, name + "attention.output.LayerNorm", attended, hidden)
    wide = graph.node("Gelu", _dense(graph, name + "intermediate.dense", hidden))
    narrow = _dense(graph, name + "output.dense", wide)
    return _normed(graph, name + "output.LayerNorm", narrow, hidden)


def _attention(graph: Graph, name: str, hidden: str, axis: str) -> str:
    """Texts in one row of tokens; the bias keeps them apart."""
    heads = (
        graph.node("Unsqueeze", _dense(graph, f"{name}self.{part}", hidden), axis)
        for part in ("query", "key", "value")
    )
    mixed = graph.node(
        "MultiHeadAttention",
        *heads,
        *("", "", "attention_bias"),
        domain=MICROSOFT,
        num_heads=HEADS,
    )
    return _dense(graph, name + "output.dense", graph.node("Squeeze", mixed, axis))


def _dense(graph: Graph, name: str, hidden: str) -> str:
    return graph.node("Gemm", hidden, *_weight_and_bias(graph, name), transB=1)


def _normed(graph: Graph, name: str, change: str, hidden: str) -> str:
    """The sum of both, normalised."""
    return graph.node(
        "SkipLayerNormalization",
        change,
        hidden,
        *_weight_and_bias(graph, name),
        domain=MICROSOFT,
        epsilon=EPSILON,
    )


def _weight_and_bias(graph: Graph, name: str) -> tuple[str, str]:
    return graph.weight(name + ".weight"), graph.weight(name + ".bias")


def _model(graph: Graph) -> ModelProto:
    inputs: dict[str, tuple[int, list[str | int]]] = {
        "ids": (TensorProto.INT64, ["tokens"]),
        "positions": (TensorProto.INT64, ["tokens"]),
        "attention_bias": (TensorProto.FLOAT, [1, 1, "tokens", "tokens"]),
        "is_of_text": (TensorProto.FLOAT, ["texts", "tokens"]),
    }
    vectors = helper.make_tensor_value_info(
        "vectors", TensorProto.FLOAT, ["texts", minilm.DIMENSIONS]
    )
    proto = GraphProto(
        name="minilm",
        node=graph.nodes,
        input=[
            helper.make_tensor_value_info(name, kind, shape)
            for name, (kind, shape) in inputs.items()
        ],
        output=[vectors],
        initializer=graph.tensors.values(),
    )
    operators = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(proto, opset_imports=operators, ir_version=IR_VERSION)


if __name__ == "__main__":
    minilm.GRAPH.write_bytes(build(weights.find().weights))
