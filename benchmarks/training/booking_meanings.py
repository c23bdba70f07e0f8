"""The examples of `learnt_meanings`, and how its networks are learnt from them.

`examples/booking_meanings/<author>.yaml`: messages by meaning and language, by authors
independent of each other and of the code. The author in `booking_meanings_held_back` is
for judging alone. What guests ask about the resort, whose records answer it, is of no
meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.concierge.guardrails import networks
from apps.concierge.guardrails.networks import Networks
from apps.conversations.turns.bookings.words.learnt_meanings import (
    LONGEST,
    MEANINGS,
    NONE,
)
from apps.infrastructure import yaml_files
from apps.language.classifier import Floats
from apps.llm.embeddings import MiniLMEmbedder
from apps.llm.local import multilingual
from benchmarks.training import guardrail_networks, questions
from benchmarks.training.questions import UNANSWERED

FOLDER = Path(__file__).with_name("examples")
AUTHORS = FOLDER / "booking_meanings"
HELD_BACK = FOLDER / "booking_meanings_held_back"
# Author of the questions about resorts.
RECORDS = "records"
SEEDS = (0, 1)


@dataclass(frozen=True)
class Example:
    text: str
    meaning: str
    language: str
    author: str


@dataclass(frozen=True)
class Vectors:
    """Of each example. multilingual: shape (examples, length). both: joined with the
    English model's."""

    multilingual: Floats
    both: Floats


def read(folder: Path = AUTHORS) -> list[Example]:
    """In the order of the files."""
    return [
        Example(line.strip(), meaning, language, path.stem)
        for path in sorted(folder.glob("*.yaml"))
        for meaning, blocks in yaml_files.read(path).items()
        for language, block in blocks.items()
        for line in block.splitlines()
        if line.strip()
    ]


def of_records() -> list[Example]:
    """Questions that a resort's records answer."""
    return [
        Example(question.text, NONE, conversation.language, RECORDS)
        for conversation in questions.read()
        for question in conversation.questions
        if question.rows and question.shape not in UNANSWERED
    ]


def vectors(examples: Sequence[Example], english: MiniLMEmbedder) -> Vectors:
    texts = [example.text for example in examples]
    alone = multilingual.encode([text[:LONGEST] for text in texts])
    of_english = np.array(english.embed_queries(texts), np.float32)
    return Vectors(alone, networks.joined(alone, of_english))


def truth(examples: Sequence[Example]) -> NDArray[np.intp]:
    """Places in `MEANINGS`."""
    return np.array([MEANINGS.index(example.meaning) for example in examples])


def train(of_texts: Vectors, meanings: NDArray[np.intp]) -> Networks:
    return Networks(
        *(
            guardrail_networks.train(
                networks.scaled(rows), meanings, len(MEANINGS), SEEDS
            )
            for rows in (of_texts.multilingual, of_texts.both)
        )
    )
