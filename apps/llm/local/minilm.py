"""all-MiniLM-L6-v2 in numpy: sentences to unit vectors of 384 numbers.

The weights stay in the mapped file, shared by all processes; products take them
transposed, which BLAS does without a copy. Model card:
https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.llm.local import blas_threads, weights
from apps.llm.local.wordpiece import WordPiece

Floats = NDArray[np.float32]

DIMENSIONS = 384
LONGEST = 256
_HEADS = 12
_LAYERS = 6
_SMALL = np.float32(1e-12)
# Texts times tokens of one batch: its layers stay in the cache of a processor.
_TOKENS_IN_A_BATCH = 256
_FEW_ROWS = 64
# Numbers that a function goes over many times; 64 KB stay in the cache of a processor.
_NUMBERS_IN_CACHE = 16384


class MiniLM:
    """Safe to share between threads: a forward pass changes nothing."""

    def __init__(self, files: weights.ModelFiles) -> None:
        blas_threads.use_one_thread()
        self._tokens = WordPiece(files.vocabulary, LONGEST)
        self._weights = weights.tensors(files.weights)

    def encode(self, texts: Sequence[str]) -> Floats:
        """Rows of unit length in the order of `texts`, shape (len(texts), 384)."""
        ids = [self._tokens.encode(text) for text in texts]
        rows = np.empty((len(ids), DIMENSIONS), np.float32)
        for batch in _batches([len(tokens) for tokens in ids]):
            rows[batch] = self._forward([ids[place] for place in batch])
        return rows

    def _forward(self, batch: list[list[int]]) -> Floats:
        longest = max(map(len, batch))
        ids = np.zeros((len(batch), longest), np.intp)
        mask = np.zeros((len(batch), longest), np.float32)
        for row, tokens in enumerate(batch):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        hidden = self._embedded(ids)
        bias = ((1 - mask) * np.float32(-1e9))[:, None, None, :]
        for layer in range(_LAYERS):
            hidden = self._layer(f"encoder.layer.{layer}.", hidden, bias)
        pooled = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        unit: Floats = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
        return unit

    def _embedded(self, ids: NDArray[np.intp]) -> Floats:
        table = self._weights
        hidden = table["embeddings.word_embeddings.weight"][ids]
        hidden += table["embeddings.position_embeddings.weight"][: ids.shape[1]]
        hidden += table["embeddings.token_type_embeddings.weight"][0]
        return self._normed("embeddings.LayerNorm", hidden)

    def _layer(self, name: str, hidden: Floats, bias: Floats) -> Floats:
        attended = self._attention(name + "attention.", hidden, bias)
        attended += hidden
        hidden = self._normed(name + "attention.output.LayerNorm", attended)
        wide = _gelu(self._dense(name + "intermediate.dense", hidden))
        narrow = self._dense(name + "output.dense", wide)
        narrow += hidden
        return self._normed(name + "output.LayerNorm", narrow)

    def _attention(self, name: str, hidden: Floats, bias: Floats) -> Floats:
        query, key, value = (
            self._heads(f"{name}self.{part}", hidden)
            for part in ("query", "key", "value")
        )
        scores: Floats = query @ key.swapaxes(2, 3)
        scores *= np.float32((DIMENSIONS // _HEADS) ** -0.5)
        scores += bias
        _softmax(scores)
        mixed: Floats = (scores @ value).swapaxes(1, 2).reshape(hidden.shape)
        return self._dense(name + "output.dense", mixed)

    def _heads(self, name: str, hidden: Floats) -> Floats:
        """Shape (texts, tokens, 384) to (texts, heads, tokens, 32)."""
        texts, tokens, _ = hidden.shape
        flat = self._dense(name, hidden)
        heads: Floats = flat.reshape(texts, tokens, _HEADS, -1).swapaxes(1, 2)
        return heads

    def _dense(self, name: str, hidden: Floats) -> Floats:
        weight = self._weights[name + ".weight"]
        flat = _product(hidden.reshape(-1, hidden.shape[-1]), weight)
        flat += self._weights[name + ".bias"]
        shaped: Floats = flat.reshape((*hidden.shape[:-1], len(weight)))
        return shaped

    def _normed(self, name: str, hidden: Floats) -> Floats:
        centred: Floats = hidden - hidden.mean(-1, keepdims=True)
        variance = np.square(centred).mean(-1, keepdims=True)
        centred /= np.sqrt(variance + _SMALL)
        centred *= self._weights[name + ".weight"]
        centred += self._weights[name + ".bias"]
        return centred


def load(verdicts: Path) -> MiniLM:
    """Raises `WeightsUnavailable` when the weights are missing or altered."""
    files = weights.find()
    weights.check(files, verdicts)
    return MiniLM(files)


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    """Places of texts of like length, so that little is spent on padding."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[place] > _TOKENS_IN_A_BATCH:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _product(rows: Floats, weight: Floats) -> Floats:
    """rows @ weight.T; OpenBLAS takes few rows twice as fast from the other side."""
    if len(rows) < _FEW_ROWS:
        return np.ascontiguousarray((weight @ rows.T).T)
    product: Floats = rows @ weight.T
    return product


def _softmax(scores: Floats) -> None:
    scores -= scores.max(-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(-1, keepdims=True)


def _gelu(values: Floats) -> Floats:
    """x * (1 + erf(x / sqrt 2)) / 2, in place."""
    flat = values.reshape(-1)
    for start in range(0, len(flat), _NUMBERS_IN_CACHE):
        block = flat[start : start + _NUMBERS_IN_CACHE]
        share = _erf(block * np.float32(0.5**0.5))
        share += 1
        share *= np.float32(0.5)
        block *= share
    return values


def _erf(values: Floats) -> Floats:
    """Abramowitz and Stegun, 7.1.26; off by less than 1.5e-7."""
    size = np.abs(values)
    step = size * np.float32(0.3275911)
    step += 1
    np.reciprocal(step, out=step)
    total = step * np.float32(1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        total += np.float32(factor)
        total *= step
    np.square(size, out=size)
    np.negative(size, out=size)
    total *= np.exp(size, out=size)
    np.subtract(1, total, out=total)
    signed: Floats = np.copysign(total, values, out=total)
    return signed
