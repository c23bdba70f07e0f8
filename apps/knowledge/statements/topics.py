"""What guests ask of a row, in data: topics, the fields that answer, ways to ask."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.infrastructure import yaml_files
from apps.knowledge.statements.phrasing_vectors import PhrasingVectors

DATA = Path(__file__).parent / "data"
PHRASINGS = DATA / "phrasings.yaml"
LANGUAGES = ("en", "es", "fr")
# One odd wording decides nothing alone.
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


def fields_of(name: str) -> tuple[str, ...]:
    """The fields that answer a topic, best first; none for an unknown topic."""
    return next((topic.fields for topic in topics() if topic.name == name), ())


def of_first_field(field: str) -> str:
    """The topic that a field answers best; empty for a field that is best of none."""
    return next((topic.name for topic in topics() if topic.fields[0] == field), "")


def likeliest_of_field(field: str, scores: NDArray[np.float32]) -> str:
    """The likeliest topic that the field answers; empty without one.

    scores: of the topics, in their order.
    """
    order = np.argsort(-scores)
    names = (t.name for t in map(topics().__getitem__, order) if field in t.fields)
    return next(names, "")


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
def vectors() -> PhrasingVectors:
    """Of the local sentence model, as `manage.py train_ranking` has stored them."""
    with np.load(VECTORS) as stored:
        return PhrasingVectors(stored["matrix"].astype(np.float32), owners(), NEAREST)


def owners() -> NDArray[np.intp]:
    """The index of the topic of each phrasing."""
    return np.array(
        [number for number, topic in enumerate(topics()) for _ in topic.phrasings],
        np.intp,
    )
