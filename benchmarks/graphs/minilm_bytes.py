"""Writes the graph of the English sentence model that multiplies bytes.

    python -m benchmarks.graphs.minilm_bytes [--calibrate]

A product of bytes takes a sixth of the time of a product of floats, but a few channels
of a hidden state are a hundred times larger than the others. So each channel is divided
by a number that its weights are multiplied with (Xiao et al., "SmoothQuant", 2023), and
each token is rounded on a scale of its own. What the last product of a layer is given
is rounded twice: its remainder is multiplied too. `--calibrate` finds anew how large
the channels are, in messages and records.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray

from apps.llm.local import minilm, onnx_sessions, weights
from apps.llm.local.wordpiece import WordPiece
from benchmarks.graphs import minilm_floats
from benchmarks.graphs.builder import MIDDLE, STEPS
from benchmarks.graphs.minilm_floats import Dense, MiniLMGraph
from benchmarks.training import guardrail_examples

Floats = NDArray[np.float32]

# The largest number in each input of a product, by the name of its first layer.
LARGEST = Path(__file__).with_name("minilm_largest_inputs.npz")
TEXTS = 3000
LEAST = 1e-5


def build(weights_file: Path) -> bytes:
    with np.load(LARGEST) as largest:
        return minilm_floats.build(weights_file, _of_bytes(dict(largest)))


def _of_bytes(largest: Mapping[str, Floats]) -> Dense:
    def dense(graph: MiniLMGraph, names: Sequence[str], hidden: str) -> list[str]:
        weight, bias = (
            np.concatenate([graph.published(f"{name}.{part}") for name in names])
            for part in ("weight", "bias")
        )
        first = names[0]
        shares = np.sqrt(
            np.maximum(largest[first], LEAST)
            / np.maximum(np.abs(weight).max(axis=0), LEAST)
        ).astype(np.float32)
        smooth = graph.constant(f"{first}.smooth", 1 / shares)
        scale = np.abs(weight * shares).max(axis=1, keepdims=True) / STEPS
        rounded = (np.round(weight * shares / scale) + MIDDLE).astype(np.uint8)
        matrix = graph.constant(f"{first}.bytes", rounded.T)
        scales = graph.constant(f"{first}.scales", scale[:, 0].astype(np.float32))
        is_last = first.endswith(".output.dense") and "attention" not in first
        state = graph.node("Mul", hidden, smooth)
        product, step = graph.product_of_bytes(
            state, matrix, scales, with_remainder=is_last
        )
        product = graph.node("Mul", product, step)
        total = graph.node("Add", product, graph.constant(f"{first}.bias", bias))
        if len(names) == 1:
            return [total]
        return graph.nodes_of(
            "Split", [total], len(names), axis=1, num_outputs=len(names)
        )

    return dense


def calibrate(weights_file: Path) -> None:
    """Writes `LARGEST`."""
    inputs: dict[str, str] = {}

    def dense(graph: MiniLMGraph, names: Sequence[str], hidden: str) -> list[str]:
        inputs[names[0]] = hidden
        return minilm_floats.of_floats(graph, names, hidden)

    model = onnx.load_from_string(minilm_floats.build(weights_file, dense))
    model.graph.output.extend(
        onnx.helper.make_empty_tensor_value_info(name) for name in inputs.values()
    )
    session = onnx_sessions.load(model.SerializeToString(), weights_file.parent)
    largest = {name: np.zeros(1, np.float32) for name in inputs}
    for fed in _batches():
        _, *states = session.run(None, fed)
        for name, state in zip(inputs, states, strict=True):
            largest[name] = np.maximum(largest[name], np.abs(state).max(axis=0))
    np.savez_compressed(LARGEST, allow_pickle=False, **largest)


def _batches() -> Iterator[dict[str, NDArray[np.generic]]]:
    """Single texts, the same ones every time."""
    tokens = WordPiece(weights.find().vocabulary, minilm.LONGEST)
    texts = [example.text for example in guardrail_examples.read()]
    for text in random.Random(1).sample(texts, TEXTS):  # noqa: S311 - no secret
        yield minilm.inputs([tokens.encode(text)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calibrate", action="store_true")
    file = weights.find().weights
    if parser.parse_args().calibrate:
        calibrate(file)
    minilm.GRAPH.write_bytes(build(file))


if __name__ == "__main__":
    main()
