"""Compares each token of a question with each token of a text.

Source: Khattab and Zaharia, "ColBERT", SIGIR 2020, with the tokens of a model that has
been trained for whole sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from apps.llm import embeddings
from apps.llm.embeddings import MiniLMEmbedder
from apps.llm.local.weights import WeightsUnavailable

Floats = NDArray[np.float32]
# Of texts that are judged again and again; at most some thirty megabytes.
MAX_TOKENS_KEPT = 40_000


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
