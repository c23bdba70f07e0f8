"""Learns which words speak for which language, from messages of known languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from apps.language import few_words
from apps.language.classifier import Model, Variant

# Millions who speak it at home: American Community Survey 2019, table C16001; Turkish
# estimated from its group there.
SPEAKERS = {
    "en": 241.0,
    "es": 41.8,
    "pt": 0.94,
    "fr": 1.17,
    "it": 0.51,
    "de": 0.9,
    "vi": 1.57,
    "tl": 1.76,
    "pl": 0.52,
    "tr": 0.2,
}
SEEN_AT_LEAST = 2
# Messages of each language that a word is thought to be in before any is read: their
# share of it is the average one, and at most this.
IMAGINED_COUNT = 10
MOST_SHARE = 0.02
LEAST_COUNT = 0.05


class Message(Protocol):
    @property
    def text(self) -> str: ...
    @property
    def language(self) -> str: ...


def train(messages: Sequence[Message]) -> Model:
    """The logarithms of chances; messages of other languages are left out."""
    columns = {language: place for place, language in enumerate(few_words.COLUMNS)}
    message_counts = np.zeros(len(columns))
    word_counts: Counter[tuple[int, int]] = Counter()
    for message in messages:
        column = columns.get(message.language)
        if column is not None:
            message_counts[column] += 1
            word_counts.update((key, column) for key in few_words.hashes(message.text))
    totals: Counter[int] = Counter()
    for (key, _), count in word_counts.items():
        totals[key] += count
    keys = sorted(key for key, count in totals.items() if count >= SEEN_AT_LEAST)
    counts = np.array([[word_counts[key, c] for c in columns.values()] for key in keys])
    return Model(
        keys=np.array(keys, np.uint32),
        with_vector=None,
        ngrams_only=_variant(counts, message_counts),
        examples=b"",
    )


def _variant(counts: np.ndarray, message_counts: np.ndarray) -> Variant:
    """counts: of messages with a word, of shape (words, languages)."""
    shares = (counts / message_counts).mean(axis=1, keepdims=True)
    imagined = IMAGINED_COUNT * np.minimum(shares, MOST_SHARE)
    chances = (counts + imagined + LEAST_COUNT) / (message_counts + IMAGINED_COUNT)
    logarithms = np.log(chances)
    logarithms -= logarithms.mean(axis=1, keepdims=True)
    speakers = [SPEAKERS[language] for language in few_words.COLUMNS]
    return Variant(
        by_ngram=logarithms.astype(np.float32),
        by_vector=np.zeros((0, len(speakers)), np.float32),
        bias=np.log(speakers).astype(np.float32),
    )
