"""Learns the weights of `knowledge.statements.ranking` and judges them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import features, ranking, topics
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.index import StatementIndex
from apps.knowledge.statements.reading import Reading
from apps.properties.models import Property
from benchmarks.training.questions import UNANSWERED, Conversation, Question

Floats = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]

STEPS, RATE, PENALTY = 400, 0.05, 2e-4
# Fields that answer a question about times; which of them a row has is chance.
TIMES = frozenset({"hours", "hours_note", "hours_exceptions", "performances"})


@dataclass(frozen=True)
class Sample:
    """One question: the features of all statements, and which of them answer."""

    conversation: Conversation
    question: Question
    index: StatementIndex
    reading: Reading
    topic: str
    matrix: Floats
    answers: NDArray[np.bool_]

    @property
    def is_answerable(self) -> bool:
        return self.question.shape not in UNANSWERED and bool(self.answers.any())


@dataclass(frozen=True)
class Weights:
    ranking: Floats
    answerable: Floats


@dataclass(frozen=True)
class Figures:
    """Shares from 0 to 1. first, third: an answering statement is first, among three.
    refused: answerable questions called unanswerable; caught: the others called so.
    """

    count: int
    first: float
    third: float
    refused: float
    caught: float


def samples(conversations: Iterable[Conversation], embed: Embed) -> list[Sample]:
    """Every turn, seen as if the turns before had been answered rightly."""
    snapshots: dict[str, PropertySnapshot] = {}
    collected: list[Sample] = []
    for conversation in conversations:
        slug = conversation.resort
        if slug not in snapshots:
            place = Property.objects.get(slug=slug)
            snapshots[slug] = property_snapshot.of(place.pk)
        collected += _of_conversation(conversation, snapshots[slug], embed)
    return collected


def _of_conversation(
    conversation: Conversation, snapshot: PropertySnapshot, embed: Embed
) -> list[Sample]:
    subject, collected = Subject(), []
    for question in conversation.questions:
        sample, topic = _sample(conversation, question, snapshot, subject, embed)
        collected.append(sample)
        if sample.answers.any():
            subject = subjects.after(
                sample.index.items[sample.answers].tolist(),
                topic,
                sample.reading.text,
                sample.index.texts[sample.answers].tolist(),
            )
    return collected


def _sample(
    conversation: Conversation,
    question: Question,
    snapshot: PropertySnapshot,
    subject: Subject,
    embed: Embed,
) -> tuple[Sample, str]:
    """The sample, and the topic that its answering fields belong to."""
    index = snapshot.statements
    reading = readings.read(question.text, conversation.language, snapshot, subject)
    vectors = readings.vectors(reading, embed(readings.texts_to_embed(reading)))
    scores = vectors.topic_scores()
    fields = question.fields | (TIMES if question.fields & TIMES else frozenset())
    answers = np.array(
        [
            statement.row in question.rows and statement.field in fields
            for statement in index.statements
        ]
    )
    names = [topic.name for topic in topics.topics()]
    fitting = [
        names[number]
        for number in np.argsort(-scores)
        if fields & set(topics.topics()[number].fields)
    ]
    sample = Sample(
        conversation,
        question,
        index,
        reading,
        names[int(scores.argmax())],
        features.matrix(index, reading, vectors, scores),
        answers,
    )
    return sample, (fitting or [""])[0]


def fit(training: Sequence[Sample]) -> Weights:
    ranked = [sample for sample in training if sample.is_answerable]
    weights = _descend(
        len(features.FEATURES), lambda weights: _ranking_slope(ranked, weights)
    )
    answer_features = np.stack(
        [_answer_features(sample, weights) for sample in training]
    )
    truth = np.array([_is_right(sample, weights) for sample in training], np.float32)

    def slope(answerable: Floats) -> Floats:
        chances = 1 / (1 + np.exp(-answer_features @ answerable))
        result: Floats = answer_features.T @ (chances - truth) / len(truth)
        return result

    return Weights(weights, _descend(len(ranking.ANSWERABLE), slope))


def judge(left_out: Sequence[Sample], weights: Weights) -> Figures:
    first, third, refused, caught = [], [], [], []
    for sample in left_out:
        order = np.argsort(-sample.matrix @ weights.ranking)
        chance = 1 / (
            1 + np.exp(-_answer_features(sample, weights.ranking) @ weights.answerable)
        )
        if sample.is_answerable:
            first.append(sample.answers[order[0]])
            third.append(sample.answers[order[:3]].any())
            refused.append(chance < ranking.ANSWERABLE_FROM)
        else:
            caught.append(chance < ranking.ANSWERABLE_FROM)
    return Figures(
        len(left_out), *(_mean(kind) for kind in (first, third, refused, caught))
    )


def _ranking_slope(ranked: Sequence[Sample], weights: Floats) -> Floats:
    slope: Floats = np.zeros_like(weights)
    for sample in ranked:
        chances = ranking.softmax(sample.matrix @ weights)
        answering = chances * sample.answers
        slope += (chances - answering / max(answering.sum(), 1e-9)) @ sample.matrix
    slope /= np.float32(len(ranked))
    return slope


def _descend(size: int, slope_at: Callable[[Floats], Floats]) -> Floats:
    """Adam with a ridge penalty (Kingma and Ba, 2015); the same each time."""
    weights: Floats = np.zeros(size, np.float32)
    mean: Floats = np.zeros_like(weights)
    spread: Floats = np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = slope_at(weights) + np.float32(PENALTY) * weights
        mean += np.float32(0.1) * (slope - mean)
        spread += np.float32(0.01) * (slope * slope - spread)
        rate = RATE * (1 - step / (STEPS + 1))
        ahead = mean / (1 - 0.9**step)
        weights = weights - rate * ahead / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return weights


def _answer_features(sample: Sample, weights: Floats) -> Floats:
    chances = ranking.softmax(sample.matrix @ weights)
    best = int(chances.argmax())
    unmet = ranking.unmet_words(sample.index, sample.reading, sample.topic, best)
    return ranking.answerable_features(
        sample.index, sample.reading, sample.matrix, chances, unmet
    )


def _is_right(sample: Sample, weights: Floats) -> bool:
    best = int((sample.matrix @ weights).argmax())
    return sample.is_answerable and bool(sample.answers[best])


def _mean(values: Sequence[object]) -> float:
    return float(np.mean(np.array(values, np.float32))) if values else 0.0
