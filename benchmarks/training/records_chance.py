"""Learns when records overrule a fixed reply: see `routing.records_chance`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.concierge.routing import intent, records_chance
from apps.knowledge.statements import ranking
from apps.knowledge.statements import reading as readings
from apps.language.classifier import SURE
from benchmarks.training import intent_classifier, logistic_regression
from benchmarks.training.questions import (
    NOT_FOR_RECORDS,
    Conversation,
    Embed,
    Question,
)
from benchmarks.training.ranking_samples import Sample

AUTHOR = "router_held_back"
HELD_BACK = tuple(
    intent_classifier.EXAMPLES.with_name(name)
    for name in ("router_held_back.yaml", "router_held_back_talk.yaml")
)
PENALTY = 1e-3
# What a mistake costs a guest. A question that gets a fixed reply is lost; a complaint
# that is looked up gets "not in the records", and whom to call, all the same.
COST_OF_TURNING_AWAY = 3.0
COST_OF_LOOKING_UP = 1.0
# The chance of a question from which on looking it up costs less than turning it away.
LIKELY = COST_OF_LOOKING_UP / (COST_OF_LOOKING_UP + COST_OF_TURNING_AWAY)
CONFIDENCES = np.arange(SURE, 1.0, 0.01)

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Message:
    """What the classifier and the ranking make of a message that neither has learnt.

    author: whose wording it is. is_for_records: what it should be taken for.
    """

    text: str
    author: str
    is_for_records: bool
    category: str
    confidence: float
    searched_chance: float
    exact: float


@dataclass(frozen=True)
class Calibration:
    """weights: of `records_chance.NAMES`. certain: as `records_chance.is_certain`."""

    weights: Numbers
    certain: float


def conversations(resorts: Sequence[str]) -> Iterator[Conversation]:
    """Held-back messages that have a fixed reply, as if written in each resort."""
    examples = (
        example for path in HELD_BACK for example in intent_classifier.read(path)
    )
    for example in examples:
        if example.category not in intent.SEARCHED:
            question = Question(example.text, (), frozenset(), example.category)
            for resort in resorts:
                yield Conversation(AUTHOR, resort, example.language, (question,))


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
            classified.confidence,
            classified.searched_chance,
            ranked.exact,
        )


def fit(training: Sequence[Message]) -> Calibration:
    """The weights, then the confidence that makes mistakes cheapest with them.

    Among equally cheap ones it is the lowest, which waits for the search least often.
    """
    weights = _weights(training)
    return min(
        (
            Calibration(weights, round(float(confidence), 2))
            for confidence in CONFIDENCES
        ),
        key=lambda calibration: cost(training, calibration),
    )


def _weights(training: Sequence[Message]) -> Numbers:
    """Questions and messages for a fixed reply weigh the same."""
    truth = np.array([message.is_for_records for message in training], np.float64)
    importance = np.where(truth == 1, 1 / truth.sum(), 1 / (1 - truth).sum())
    return logistic_regression.fit(features(training), truth, PENALTY, importance)


def cost(judged: Sequence[Message], calibration: Calibration) -> float:
    """Mean cost of a message if half of all messages ask the records."""
    question_count = sum(message.is_for_records for message in judged)
    reply_count = len(judged) - question_count
    away = len(turned_away(judged, calibration)) / max(question_count, 1)
    up = len(looked_up(judged, calibration)) / max(reply_count, 1)
    return (COST_OF_TURNING_AWAY * away + COST_OF_LOOKING_UP * up) / 2


def features(judged: Sequence[Message]) -> Numbers:
    return np.array(
        [
            records_chance.features(message.searched_chance, message.exact)
            for message in judged
        ]
    )


def turned_away(judged: Sequence[Message], calibration: Calibration) -> list[Message]:
    """Questions for the records that would get a fixed reply."""
    return [
        message
        for message, is_looked_up in _decided(judged, calibration)
        if message.is_for_records and not is_looked_up
    ]


def looked_up(judged: Sequence[Message], calibration: Calibration) -> list[Message]:
    """Messages for a fixed reply that would be looked up."""
    return [
        message
        for message, is_looked_up in _decided(judged, calibration)
        if not message.is_for_records and is_looked_up
    ]


def _decided(
    judged: Sequence[Message], calibration: Calibration
) -> Iterator[tuple[Message, bool]]:
    chances = 1 / (1 + np.exp(-features(judged) @ calibration.weights))
    for message, chance in zip(judged, chances.tolist(), strict=True):
        is_doubtful = message.confidence < calibration.certain
        is_likely = is_doubtful and chance >= LIKELY
        yield message, message.category in intent.SEARCHED or is_likely
