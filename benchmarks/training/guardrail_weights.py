"""Trains the n-grams and the networks of the guardrails on the same messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from apps.concierge.guardrails import networks
from apps.concierge.guardrails.classifier import LABELS, NGRAMS
from apps.concierge.guardrails.message_texts import LONGEST_VECTOR
from apps.concierge.guardrails.networks import Networks
from apps.language import classifier
from apps.language.classifier import Floats
from apps.llm.embeddings import MiniLMEmbedder
from apps.llm.local import multilingual
from benchmarks.training import guardrail_classifier, guardrail_networks
from benchmarks.training.guardrail_examples import Example


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
    ngrams = guardrail_classifier.train(messages.examples, digest_of_own)
    classifier.save(ngrams, folder / NGRAMS)
    truth = np.array([LABELS.index(example.label) for example in messages.examples])
    trained = Networks(
        guardrail_networks.train(networks.scaled(messages.multilingual), truth),
        guardrail_networks.train(networks.scaled(messages.both), truth),
    )
    networks.save(trained, folder / networks.NETWORKS)
    return len(ngrams.keys)
