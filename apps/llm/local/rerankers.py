"""Rerankers that compute in this process.

The graph of a cross-encoder takes `input_ids`, `attention_mask` and, if it likes,
`token_type_ids`, each of the shape (texts, tokens), and gives a logit for each text.
Late interaction is of Khattab and Zaharia, "ColBERT", SIGIR 2020, with the tokens of a
model that has been trained for whole sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

import numpy as np
from cachetools import LRUCache
from django.conf import settings
from numpy.typing import NDArray

from apps.llm import embeddings
from apps.llm.embeddings import MiniLMEmbedder
from apps.llm.local import blas_threads, onnx_sessions
from apps.llm.local.weights import WeightsUnavailable
from apps.llm.local.wordpiece import WordPiece

Floats = NDArray[np.float32]
GRAPH, VOCABULARY = "model.onnx", "vocab.txt"
LONGEST = 256
PADDING = 0
MEND = "RERANKER_FOLDER must name a folder with model.onnx and vocab.txt."
# Of texts that are judged again and again; at most some thirty megabytes.
MAX_TOKENS_KEPT = 40_000


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


class LateInteraction:
    """The mean over the question's tokens of the cosine of the nearest token."""

    def __init__(self) -> None:
        """Raises `WeightsUnavailable`."""
        model = embeddings.local()
        if not isinstance(model, MiniLMEmbedder):
            raise WeightsUnavailable("Late interaction needs the local model.")
        self._model = model
        self._by_text: LRUCache[str, NDArray[np.float16]] = LRUCache(
            MAX_TOKENS_KEPT, len
        )
        self._lock = Lock()

    def scores(self, question: str, texts: Sequence[str]) -> Floats:
        """0 for a text without tokens, and for all texts of such a question."""
        (of_question,) = self._model.embed_tokens([question])
        return np.array(
            [_nearness(of_question, tokens) for tokens in self._tokens(texts)],
            np.float32,
        )

    def _tokens(self, texts: Sequence[str]) -> list[NDArray[np.float16]]:
        with self._lock:
            tokens = {
                text: self._by_text[text] for text in texts if text in self._by_text
            }
        new = [text for text in dict.fromkeys(texts) if text not in tokens]
        for text, own in zip(new, self._model.embed_tokens(new), strict=True):
            tokens[text] = own.astype(np.float16)
            with self._lock:
                self._by_text[text] = tokens[text]
        return [tokens[text] for text in texts]


def _nearness(of_question: Floats, tokens: NDArray[np.float16]) -> float:
    if not (len(of_question) and len(tokens)):
        return 0.0
    return float((of_question @ tokens.astype(np.float32).T).max(axis=1).mean())
