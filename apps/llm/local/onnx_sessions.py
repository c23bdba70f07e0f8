"""Graphs that onnxruntime computes, in one thread."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


def is_installed() -> bool:
    """It has no wheels for Macs with Intel processors."""
    return find_spec("onnxruntime") is not None


def load(
    graph: bytes,
    weights_folder: Path | None = None,
    weights: Mapping[str, NDArray[Any]] | None = None,
) -> InferenceSession:
    """weights_folder: of the files that the graph refers to, if it does.

    weights: by the names of the constants that the graph leaves out.
    """
    # Later versions than ours send telemetry unless this forbids it.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    # A tenth of a second, which a process without a model never waits.
    import onnxruntime  # noqa: PLC0415

    options = onnxruntime.SessionOptions()
    # A pool of threads would not outlive a fork.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # Plans of memory are kept for each length of a batch.
    options.enable_mem_pattern = False
    if weights_folder:
        options.add_session_config_entry(
            "session.model_external_initializers_file_folder_path", str(weights_folder)
        )
    if weights:
        values = map(onnxruntime.OrtValue.ortvalue_from_numpy, weights.values())
        options.add_external_initializers(list(weights), list(values))
    return onnxruntime.InferenceSession(
        graph, options, providers=["CPUExecutionProvider"]
    )
