"""all-MiniLM-L6-v2 on onnxruntime: sentences to unit vectors of 384 numbers.

A graph says what is computed, and where in the file of the published weights each
tensor stands; `python -m benchmarks.graphs.minilm_bytes` writes it. All processors
multiply its bytes exactly, so the vectors are everywhere the same.
Model card: https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.llm.local import blas_threads, onnx_sessions, weights
from apps.llm.local.wordpiece import WordPiece

Floats = NDArray[np.float32]

GRAPH = Path(__file__).parent / "data" / "minilm_bytes.onnx"
DIMENSIONS = 384
LONGEST = 256
# The texts of a batch stand in one row of tokens, and each token is weighed with every
# other one: in a longer row, that takes longer than the rest.
_TOKENS_IN_A_BATCH = 128
# Added to the score of a token of another text: its share becomes exactly 0.
_UNSEEN = np.float32(-1e9)


class MiniLM:
    """Safe to share between threads, and with processes that are forked later."""

    def __init__(self, files: weights.ModelFiles, graph: Path = GRAPH) -> None:
        """Raises `WeightsUnavailable` where there is no onnxruntime."""
        blas_threads.use_one_thread()
        self._tokens = WordPiece(files.vocabulary, LONGEST)
        if not onnx_sessions.is_installed():
            raise weights.WeightsUnavailable(
                "onnxruntime is not installed; it has no wheels for Macs with Intel "
                "processors."
            )
        # Takes some fifty milliseconds.
        self._session = onnx_sessions.load(graph.read_bytes(), files.weights.parent)

    def encode(self, texts: Sequence[str]) -> Floats:
        """Rows of unit length in the order of `texts`, shape (len(texts), 384)."""
        ids = [self._tokens.encode(text) for text in texts]
        rows = np.empty((len(ids), DIMENSIONS), np.float32)
        for batch in _batches([len(tokens) for tokens in ids]):
            rows[batch] = self._session.run(None, inputs(ids[batch]))[0]
        return rows

    def encode_tokens(self, texts: Sequence[str]) -> list[Floats]:
        """Of each text the unit vectors of its tokens, shape (tokens, 384).

        Those that begin and end every text are left out.
        """
        ids = [self._tokens.encode(text) for text in texts]
        vectors: list[Floats] = []
        for batch in _batches([len(tokens) for tokens in ids]):
            lengths = [len(tokens) for tokens in ids[batch]]
            # The sum of one token is the token.
            each_alone = {"is_of_text": np.eye(sum(lengths), dtype=np.float32)}
            rows = self._session.run(None, inputs(ids[batch]) | each_alone)[0]
            of_texts = np.split(rows, np.cumsum(lengths)[:-1])
            vectors += [own[1:-1] for own in of_texts]
        return vectors


def load(verdicts: Path) -> MiniLM:
    """Raises `WeightsUnavailable` when the weights are missing or altered."""
    files = weights.find()
    weights.check(files, verdicts)
    return MiniLM(files)


def inputs(batch: Sequence[Sequence[int]]) -> dict[str, NDArray[np.generic]]:
    """Of the graph for texts of so many tokens together, by the name of the input."""
    lengths = [len(tokens) for tokens in batch]
    text_numbers = np.repeat(np.arange(len(batch)), lengths)
    is_unseen = text_numbers[:, None] != text_numbers
    is_of_text = np.arange(len(batch))[:, None] == text_numbers
    return {
        "ids": np.fromiter(chain.from_iterable(batch), np.int64),
        "positions": np.fromiter(chain.from_iterable(map(range, lengths)), np.int64),
        "attention_bias": (is_unseen * _UNSEEN)[None, None],
        "is_of_text": is_of_text.astype(np.float32),
    }


def _batches(lengths: Sequence[int]) -> Iterator[slice]:
    """Texts in their order, as many as a batch may have; a longer one stands alone."""
    start = tokens = 0
    for place, length in enumerate(lengths):
        if place > start and tokens + length > _TOKENS_IN_A_BATCH:
            yield slice(start, place)
            start, tokens = place, 0
        tokens += length
    if lengths:
        yield slice(start, len(lengths))
