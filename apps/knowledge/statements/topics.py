"""What guests ask of a row, in data: topics, the fields that answer, ways to ask."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.infrastructure import yaml_files

Floats = NDArray[np.float32]

DATA = Path(__file__).parent / "data"
PHRASINGS = DATA / "phrasings.yaml"
LANGUAGES = ("en", "es", "fr")
# The mean of the nearest phrasings: one odd wording decides nothing alone.
NEAREST = 3
# What one rank costs: the first field of a topic answers it best.
RANK_COST = 0.015


@dataclass(frozen=True)
class Topic:
    """fields: those that answer, best first. phrasings: in every language, in order.

    carried: how it is asked of another thing, "for the pool"; empty where it is not.
    """

    name: str
    fields: tuple[str, ...]
    phrasings: tuple[str, ...]
    carried: str = ""


@cache
def topics() -> tuple[Topic, ...]:
    pages = yaml_files.read(PHRASINGS)
    return tuple(
        Topic(
            name,
            tuple(page["fields"]),
            tuple(text for code in LANGUAGES for text in page[code]),
            page.get("carried", ""),
        )
        for name, page in pages.items()
    )


@dataclass(frozen=True)
class TopicVectors:
    """matrix: one unit vector a phrasing; owner: the index of its topic."""

    matrix: Floats
    owner: NDArray[np.intp]

    def scores(self, question: Floats) -> Floats:
        """Cosine of the question with each topic, of the shape (topics,)."""
        cosines = np.append(self.matrix @ question, np.float32(-np.inf))
        nearest = np.sort(cosines[self._places], axis=1)[:, -NEAREST:]
        means: Floats = nearest.mean(axis=1, where=np.isfinite(nearest))
        return means

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        """Of the phrasings of each topic, filled up with the place after the last."""
        own = [np.flatnonzero(self.owner == n) for n in range(len(topics()))]
        most = max(len(places) for places in own)
        beyond = len(self.owner)
        return np.array(
            [np.pad(p, (0, most - len(p)), constant_values=beyond) for p in own]
        )


def fields_of(name: str) -> tuple[str, ...]:
    """The fields that answer a topic, best first; none for an unknown topic."""
    return next((topic.fields for topic in topics() if topic.name == name), ())


def of_first_field(field: str) -> str:
    """The topic that a field answers best; empty for a field that is best of none."""
    return next((topic.name for topic in topics() if topic.fields[0] == field), "")


def carried_wording(name: str) -> str:
    """How a topic is asked of another thing; empty for one that is not carried over."""
    return next((topic.carried for topic in topics() if topic.name == name), "")


def field_ranks(fields: tuple[str, ...]) -> NDArray[np.float32]:
    """The rank of each field in each topic, (fields, topics); -1 where it has none."""
    return np.array(
        [
            [
                topic.fields.index(field) if field in topic.fields else -1
                for topic in topics()
            ]
            for field in fields
        ],
        np.float32,
    )


VECTORS = DATA / "topics.npz"


@cache
def vectors() -> TopicVectors:
    """Of the local sentence model, as `manage.py train_ranking` has stored them."""
    with np.load(VECTORS) as stored:
        return TopicVectors(stored["matrix"].astype(np.float32), owners())


def owners() -> NDArray[np.intp]:
    """The index of the topic of each phrasing."""
    return np.array(
        [number for number, topic in enumerate(topics()) for _ in topic.phrasings],
        np.intp,
    )
