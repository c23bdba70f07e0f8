"""Trains the n-grams and the networks of the guardrails on the same messages, the same
each time.

The n-grams: softmax regression with ridge penalty by Adam over all examples at once
(Kingma and Ba, 2015). Every label weighs the same, however many examples it has.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.concierge.guardrails import networks
from apps.concierge.guardrails.classifier import LABELS, NGRAMS, features
from apps.concierge.guardrails.message_texts import LONGEST_VECTOR
from apps.concierge.guardrails.networks import Networks
from apps.concierge.guardrails.text_variants import TextVariants
from apps.language import classifier
from apps.language.classifier import Floats, Model, Variant, softmax
from apps.llm.embeddings import MiniLMEmbedder
from apps.llm.local import multilingual
from benchmarks.training import guardrail_networks
from benchmarks.training.guardrail_examples import Example

SEEN_AT_LEAST = 2
NGRAM_SHARE = 4.0
PENALTY = 1e-5
STEPS = 250
RATE = 0.08
# Harmless messages are most of all there are: their label counts for several.
PASS_SHARE = 3.0


@dataclass(frozen=True)
class Rows:
    """Sparse rows: `weights` of `columns`, of the row that `owner` says."""

    count: int
    owner: NDArray[np.intp]
    columns: NDArray[np.intp]
    weights: Floats
    keys: NDArray[np.uint32]


def train_classifier(examples: Sequence[Example], digest_of_own: bytes) -> Model:
    """digest_of_own: of the examples that are part of the project."""
    rows = _rows(examples)
    truth = np.array([LABELS.index(example.label) for example in examples])
    return Model(rows.keys, None, _fit(rows, truth), digest_of_own)


def digest(examples: Sequence[Example]) -> bytes:
    lines = (f"{one.label}\t{one.language}\t{one.text}\n" for one in examples)
    return hashlib.sha256("".join(lines).encode()).digest()


def plainest(text: str) -> str:
    return next(iter(TextVariants(text).windows), "")


def _rows(examples: Sequence[Example]) -> Rows:
    weighted = [features(plainest(example.text)) for example in examples]
    counts = Counter(key for ngrams in weighted for key in ngrams)
    keys = sorted(key for key, count in counts.items() if count >= SEEN_AT_LEAST)
    column = {key: place for place, key in enumerate(keys)}
    cells = [
        (row, column[key], weight * NGRAM_SHARE)
        for row, ngrams in enumerate(weighted)
        for key, weight in ngrams.items()
        if key in column
    ]
    return Rows(
        len(examples),
        np.array([cell[0] for cell in cells]),
        np.array([cell[1] for cell in cells]),
        np.array([cell[2] for cell in cells], np.float32),
        np.array(keys, np.uint32),
    )


def _fit(rows: Rows, truth: NDArray[np.intp]) -> Variant:
    """Weights by n-gram, and a bias, for each label."""
    size, labels = len(rows.keys), len(LABELS)
    weights = np.zeros((size + 1, labels), np.float32)
    mean: Floats = np.zeros_like(weights)
    spread: Floats = np.zeros_like(weights)
    target = np.eye(labels, dtype=np.float32)[truth]
    share = _shares(truth)[:, None]
    for step in range(1, STEPS + 1):
        wrong = (softmax(_scores(rows, weights)) - target) * share
        slope: Floats = _slope(rows, wrong) + np.float32(PENALTY) * weights
        mean += np.float32(0.1) * (slope - mean)
        spread += np.float32(0.01) * (slope * slope - spread)
        rate = RATE * (1 - step / (STEPS + 1))
        ahead = mean / (1 - 0.9**step)
        weights -= rate * ahead / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return Variant(
        weights[:size] * np.float32(NGRAM_SHARE),
        np.zeros((0, labels), np.float32),
        weights[-1],
    )


def _scores(rows: Rows, weights: Floats) -> Floats:
    scores: Floats = np.tile(weights[-1], (rows.count, 1))
    for label in range(weights.shape[1]):
        products = rows.weights * weights[rows.columns, label]
        scores[:, label] += np.bincount(rows.owner, products, len(scores))
    return scores


def _slope(rows: Rows, wrong: Floats) -> Floats:
    size = len(rows.keys)
    parts = [
        np.bincount(rows.columns, rows.weights * wrong[rows.owner, label], size)
        for label in range(wrong.shape[1])
    ]
    ngram = np.stack(parts, axis=1)
    slope: Floats = np.vstack([ngram, wrong.sum(axis=0, keepdims=True)]).astype(
        np.float32
    )
    return slope


def _shares(truth: NDArray[np.intp]) -> Floats:
    """Each label together weighs one, the harmless one more; all together one."""
    counts = np.bincount(truth, minlength=len(LABELS)).astype(np.float32)
    weight = np.where(np.arange(len(LABELS)) == 0, PASS_SHARE, 1.0) / counts
    shares: Floats = (weight / (len(LABELS) - 1 + PASS_SHARE))[truth].astype(np.float32)
    return shares


@dataclass(frozen=True)
class Corpus:
    """Messages, and the vectors that the networks see of each.

    multilingual: shape (messages, length). both: joined with the English model's.
    """

    examples: Sequence[Example]
    multilingual: Floats
    both: Floats

    def part(self, places: Sequence[int]) -> Corpus:
        examples = [self.examples[place] for place in places]
        return Corpus(examples, self.multilingual[places], self.both[places])

    def english(self, place: int) -> list[float]:
        """The English model's vector of a message."""
        vector: list[float] = self.both[place, self.multilingual.shape[1] :].tolist()
        return vector


def corpus(examples: Sequence[Example], english: MiniLMEmbedder) -> Corpus:
    texts = [example.text for example in examples]
    alone = multilingual.encode([text[:LONGEST_VECTOR] for text in texts])
    of_english = np.array(english.embed_queries(texts), np.float32)
    return Corpus(examples, alone, networks.joined(alone, of_english))


def train(messages: Corpus, digest_of_own: bytes, folder: Path) -> int:
    """Writes the weights into a folder; the number of n-grams that it knows.

    digest_of_own: of the examples that are part of the project.
    """
    ngrams = train_classifier(messages.examples, digest_of_own)
    classifier.save(ngrams, folder / NGRAMS)
    truth = np.array([LABELS.index(example.label) for example in messages.examples])
    trained = Networks(
        guardrail_networks.train(networks.scaled(messages.multilingual), truth),
        guardrail_networks.train(networks.scaled(messages.both), truth),
    )
    networks.save(trained, folder / networks.NETWORKS)
    return len(ngrams.keys)
