"""A graph of onnxruntime under construction, and products of bytes in it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import GraphProto, NodeProto, TensorProto, helper, numpy_helper

# Which onnxruntime of our requirements may read the graph.
OPSET, IR_VERSION = 21, 10
MICROSOFT = "com.microsoft"
# Steps of a byte to either side of 0, which is in the middle.
STEPS, MIDDLE = 127, 128
# Steps of a remainder, which is half a step of a byte at most.
STEPS_OF_REMAINDER = 254
LEAST = 1e-30
# The type of an input's numbers, and its shape: sizes, or names of sizes that vary.
Input = tuple[int, list[str | int]]


class Graph:
    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.tensors: dict[str, TensorProto] = {}

    def node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """The name of the output."""
        return self.nodes_of(operator, inputs, 1, **attributes)[0]

    def nodes_of(
        self, operator: str, inputs: Sequence[str], outputs: int, **attributes: Any
    ) -> list[str]:
        """The names of several outputs."""
        names = [f"{operator}{len(self.nodes)}_{place}" for place in range(outputs)]
        self.nodes.append(helper.make_node(operator, inputs, names, **attributes))
        return names

    def named(self, name: str, operator: str, *inputs: str, **attributes: Any) -> None:
        """A node whose output is one of the graph."""
        self.nodes.append(helper.make_node(operator, inputs, [name], **attributes))

    def constant(self, name: str, values: NDArray[Any]) -> str:
        """`name`; the first values that it gets stay."""
        if name not in self.tensors:
            values = np.ascontiguousarray(values)
            self.tensors[name] = numpy_helper.from_array(values, name)
        return name

    def external(self, name: str, kind: int, *shape: int) -> str:
        """`name` of a constant whose values are handed in with the graph."""
        tensor = TensorProto(
            name=name,
            data_type=kind,
            dims=shape,
            data_location=TensorProto.EXTERNAL,
        )
        size = math.prod(shape) * helper.tensor_dtype_to_np_dtype(kind).itemsize
        for key, value in (("location", "handed in"), ("length", str(size))):
            tensor.external_data.add(key=key, value=value)
        self.tensors[name] = tensor
        return name

    def number(self, value: float) -> str:
        return self.constant(f"number {value}", np.array(value, np.float32))

    def model(self, name: str, inputs: Mapping[str, Input], output: str) -> bytes:
        """The same graph makes the same bytes. output: a matrix of floats."""
        proto = GraphProto(
            name=name,
            node=self.nodes,
            input=[
                helper.make_tensor_value_info(input_name, kind, shape)
                for input_name, (kind, shape) in inputs.items()
            ],
            output=[
                helper.make_tensor_value_info(output, TensorProto.FLOAT, [None, None])
            ],
            initializer=self.tensors.values(),
        )
        operators = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(proto, opset_imports=operators, ir_version=IR_VERSION)
        model_bytes: bytes = model.SerializeToString(deterministic=True)
        return model_bytes

    def product_of_bytes(
        self, state: str, matrix: str, scales: str, *, with_remainder: bool = False
    ) -> tuple[str, str]:
        """Of floats with a matrix of bytes; each row is rounded on its own scale.

        Both have no signs: processors of x86 without VNNI multiply bytes with a sign
        in sums of 16 bits, which overflow. Those with it take the same time for both.

        scales: of the matrix's columns. with_remainder: whether what rounding leaves is
        multiplied too. The product is that of the two results.
        """
        unit = self.number(1)
        middle = self.constant("middle", np.array(MIDDLE, np.uint8))
        axis = self.constant("channels", np.array([1]))
        largest = self.node("ReduceMax", self.node("Abs", state), axis, keepdims=1)
        # A row of nothing but 0 has a scale too.
        largest = self.node("Max", largest, self.number(LEAST))
        step = self.node("Mul", largest, self.number(1 / STEPS))
        state = self.node("Div", state, step)
        rounded = self.node("QuantizeLinear", state, unit, middle)
        product = self._of_rounded(rounded, unit, matrix, scales)
        if with_remainder:
            back = self.node("DequantizeLinear", rounded, unit, middle)
            remainder = self.node("Sub", state, back)
            fine = self.number(1 / STEPS_OF_REMAINDER)
            rounded = self.node("QuantizeLinear", remainder, fine, middle)
            of_remainder = self._of_rounded(rounded, fine, matrix, scales)
            product = self.node("Add", product, of_remainder)
        return product, step

    def _of_rounded(self, rounded: str, step: str, matrix: str, scales: str) -> str:
        return self.node(
            "MatMulIntegerToFloat",
            *(rounded, matrix, step, scales, "middle", "middle"),
            domain=MICROSOFT,
        )
