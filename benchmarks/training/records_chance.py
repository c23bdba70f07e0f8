"""Learns when records overrule a fixed reply: see `concierge.records_chance`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.concierge import intent, records_chance
from apps.knowledge.statements import ranking
from apps.knowledge.statements import reading as readings
from benchmarks.training import intent_classifier
from benchmarks.training.questions import NOT_FOR_RECORDS, Conversation, Question
from benchmarks.training.statement_ranking import Embed, Sample

HELD_BACK = intent_classifier.EXAMPLES.with_name("router_held_back.yaml")
STEPS = 30
PENALTY = 1e-3

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Message:
    """What the classifier and the ranking say of a message that neither has learnt.

    author: whose wording it is. is_for_records: what it should be taken for.
    """

    text: str
    author: str
    is_for_records: bool
    category: str
    searched_chance: float
    answerable: float


def conversations(resorts: Sequence[str]) -> Iterator[Conversation]:
    """Held-back messages that have a fixed reply, as if written in each resort."""
    for example in intent_classifier.read(HELD_BACK):
        if example.category not in intent.SEARCHED:
            question = Question(example.text, (), frozenset(), example.category)
            for resort in resorts:
                yield Conversation(
                    HELD_BACK.stem, resort, example.language, (question,)
                )


def messages(samples: Sequence[Sample], embed: Embed) -> Iterator[Message]:
    for sample in samples:
        reading = sample.reading
        vectors = readings.vectors(reading, embed(readings.texts_to_embed(reading)))
        ranked = ranking.rank(sample.index, reading, vectors)
        text, shape = sample.question.text, sample.question.shape
        classified = intent.classify(text, embed([text])[0])
        yield Message(
            text,
            sample.conversation.author,
            shape not in NOT_FOR_RECORDS and shape not in intent.CATEGORIES,
            classified.category,
            classified.searched_chance,
            ranked.exact,
        )


def fit(training: Sequence[Message]) -> Numbers:
    """Newton's method with a small ridge penalty; both sides weigh the same."""
    rows = features(training)
    truth = np.array([message.is_for_records for message in training], np.float64)
    importance = np.where(truth == 1, 1 / truth.sum(), 1 / (1 - truth).sum())
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (importance * (chances - truth)) + PENALTY * weights
        spread = importance * chances * (1 - chances)
        curvature = (rows.T * spread) @ rows + PENALTY * np.eye(len(weights))
        weights = weights - np.linalg.solve(curvature, slope)
    return weights


def features(judged: Sequence[Message]) -> Numbers:
    return np.array(
        [
            records_chance.features(message.searched_chance, message.answerable)
            for message in judged
        ]
    )


def turned_away(judged: Sequence[Message], weights: Numbers) -> list[Message]:
    """Questions for the records that would get a fixed reply."""
    return [
        message
        for message, is_looked_up in _decided(judged, weights)
        if message.is_for_records and not is_looked_up
    ]


def looked_up(judged: Sequence[Message], weights: Numbers) -> list[Message]:
    """Messages for a fixed reply that would be looked up."""
    return [
        message
        for message, is_looked_up in _decided(judged, weights)
        if not message.is_for_records and is_looked_up
    ]


def _decided(
    judged: Sequence[Message], weights: Numbers
) -> Iterator[tuple[Message, bool]]:
    chances = 1 / (1 + np.exp(-features(judged) @ weights))
    for message, chance in zip(judged, chances.tolist(), strict=True):
        is_likely = chance >= records_chance.LIKELY
        yield message, message.category in intent.SEARCHED or is_likely
