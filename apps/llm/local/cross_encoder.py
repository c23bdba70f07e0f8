"""A cross-encoder from a folder: `model.onnx` and its `vocab.txt`, of the kind of BERT.

Its graph takes `input_ids`, `attention_mask` and, if it likes, `token_type_ids`, each
of the shape (texts, tokens), and gives a logit for each text.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from apps.llm.local import blas_threads, onnx_sessions
from apps.llm.local.weights import WeightsUnavailable
from apps.llm.local.wordpiece import WordPiece

Floats = NDArray[np.float32]
GRAPH, VOCABULARY = "model.onnx", "vocab.txt"
LONGEST = 256
PADDING = 0
MEND = "RERANKER_FOLDER must name a folder with model.onnx and vocab.txt."


class CrossEncoder:
    def __init__(self, folder: Path | None = None) -> None:
        """folder: by default `RERANKER_FOLDER`. Raises `WeightsUnavailable`."""
        folder = folder or Path(settings.RERANKER_FOLDER)
        files = (folder / GRAPH, folder / VOCABULARY)
        if not (onnx_sessions.is_installed() and all(map(Path.is_file, files))):
            raise WeightsUnavailable(MEND)
        blas_threads.use_one_thread()
        self._tokens = WordPiece(folder / VOCABULARY, LONGEST)
        self._session = onnx_sessions.load((folder / GRAPH).read_bytes(), folder)
        self._inputs = {own.name for own in self._session.get_inputs()}

    def scores(self, question: str, texts: Sequence[str]) -> Floats:
        """From 0 to 1."""
        if not texts:
            return np.empty(0, np.float32)
        first = self._tokens.encode(question)[:LONGEST]
        # Of a second text, the sign that begins it is left out.
        pairs = [(first + self._tokens.encode(text)[1:])[:LONGEST] for text in texts]
        inputs = _padded(pairs, len(first))
        own_inputs = {name: inputs[name] for name in inputs if name in self._inputs}
        logits = np.asarray(self._session.run(None, own_inputs)[0], np.float32).ravel()
        chances: Floats = (1 / (1 + np.exp(-logits))).astype(np.float32)
        return chances


def _padded(
    pairs: Sequence[Sequence[int]], length_of_first: int
) -> dict[str, NDArray[np.int64]]:
    """The inputs of the graph by name, each of the shape (pairs, tokens)."""
    longest = max(map(len, pairs))
    ids = np.full((len(pairs), longest), PADDING, np.int64)
    for row, pair in zip(ids, pairs, strict=True):
        row[: len(pair)] = pair
    lengths = np.array([len(pair) for pair in pairs])[:, None]
    places = np.arange(longest)[None, :]
    is_token = places < lengths
    is_second = is_token & (places >= length_of_first)
    return {
        "input_ids": ids,
        "attention_mask": is_token.astype(np.int64),
        "token_type_ids": is_second.astype(np.int64),
    }
