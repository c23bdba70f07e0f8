"""Messages that authors wrote under a label, and how networks are learnt from them.

`examples/<name>/<author>.yaml`: messages by label and language, by authors independent
of each other and of the code. The author in `<name>_held_back` is for judging alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.concierge.guardrails import networks
from apps.concierge.guardrails.networks import Networks
from apps.conversations.turns.bookings.words.learnt_labels import LONGEST
from apps.infrastructure import yaml_files
from apps.language import classifier
from apps.language.classifier import Floats
from apps.llm.embeddings import MiniLMEmbedder
from apps.llm.local import multilingual
from benchmarks.training import guardrail_networks

EXAMPLES = Path(__file__).with_name("examples")
SEEDS = (0, 1)


@dataclass(frozen=True)
class Example:
    text: str
    label: str
    language: str
    author: str


@dataclass(frozen=True)
class Vectors:
    """Of each example. multilingual: shape (examples, length). both: joined with the
    English model's."""

    multilingual: Floats
    both: Floats

    def part(self, places: NDArray[np.intp]) -> Vectors:
        return Vectors(self.multilingual[places], self.both[places])


def read(folder: Path) -> list[Example]:
    """In the order of the files."""
    return [
        Example(line.strip(), label, language, path.stem)
        for path in sorted(folder.glob("*.yaml"))
        for label, blocks in yaml_files.read(path).items()
        for language, block in blocks.items()
        for line in block.splitlines()
        if line.strip()
    ]


def vectors(examples: Sequence[Example], english: MiniLMEmbedder) -> Vectors:
    texts = [example.text for example in examples]
    alone = multilingual.encode([text[:LONGEST] for text in texts])
    of_english = np.array(english.embed_queries(texts), np.float32)
    return Vectors(alone, networks.joined(alone, of_english))


def truth(examples: Sequence[Example], labels: Sequence[str]) -> NDArray[np.intp]:
    """Places in the labels."""
    return np.array([labels.index(example.label) for example in examples])


def train(of_texts: Vectors, places: NDArray[np.intp], labels: int) -> Networks:
    """labels: how many there are. places: of each text's label."""
    return Networks(
        *(
            guardrail_networks.train(networks.scaled(rows), places, labels, SEEDS)
            for rows in (of_texts.multilingual, of_texts.both)
        )
    )


def chances(trained: Networks, of_texts: Vectors) -> Floats:
    """Of each label for each text, shape (texts, labels), as in a turn."""
    length = of_texts.multilingual.shape[1]
    scores = [
        trained.log_chances(
            of_texts.multilingual[[place]], of_texts.both[place, length:].tolist()
        )[0]
        for place in range(len(of_texts.multilingual))
    ]
    return np.array([classifier.softmax(row) for row in scores])


def left_out(
    of_texts: Vectors, places: NDArray[np.intp], labels: int, groups: Sequence[str]
) -> Iterator[tuple[NDArray[np.intp], Floats]]:
    """Of each group, its places and their chances by what the other groups taught."""
    names = np.array(groups)
    for name in sorted(set(groups)):
        learnt, left = np.flatnonzero(names != name), np.flatnonzero(names == name)
        trained = train(of_texts.part(learnt), places[learnt], labels)
        yield left, chances(trained, of_texts.part(left))
