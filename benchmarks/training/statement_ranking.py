"""Learns the weights of `knowledge.statements.ranking` and judges them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import features, ranking, signals, topics
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.index import Statement, StatementIndex
from apps.knowledge.statements.reading import Reading
from apps.language.word_forms import EMPTY, stems
from apps.properties.models import Property
from benchmarks.training.questions import UNANSWERED, Conversation, Question

Floats = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]

STEPS, RATE, PENALTY = 250, 0.05, 2e-4
# Fields that answer a question about times; which of them a row has is chance.
TIMES = frozenset({"hours", "hours_note", "hours_exceptions", "performances"})
# A longer value is a text that another sentence does not repeat.
WORDS_OF_A_VALUE = 6


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
    exact: Floats


@dataclass(frozen=True)
class Figures:
    """Shares from 0 to 1. first, third: an answering statement is first, among three.

    refused: answerable questions that are told to be unknown. doubted: those with the
    right statement first that are refused or told with a caution before. caught: the
    same of questions that the records do not answer.
    """

    count: int
    first: float
    third: float
    refused: float
    doubted: float
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
    answers = _answers(question.rows, fields, snapshot)
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


def _answers(
    rows: Collection[str], fields: frozenset[str], snapshot: PropertySnapshot
) -> NDArray[np.bool_]:
    """Statements of these cells, and those of the rows that repeat their values.

    "There is room for 500" answers as well as a capacity of 500.
    """
    statements = snapshot.statements.statements
    values = {(s.row, s.field): _value_words(s, snapshot) for s in statements}
    own = {
        (row, words)
        for (row, field), words in values.items()
        if row in rows and field in fields - TIMES and words
    }
    return np.array(
        [
            (statement.row in rows and statement.field in fields)
            or any(
                row == statement.row and words <= statement.text_words
                for row, words in own
            )
            for statement in statements
        ]
    )


def _value_words(statement: Statement, snapshot: PropertySnapshot) -> frozenset[str]:
    """The words of a short value; none of a single digit or a longer text."""
    sentence = snapshot.passages[statement.passage_id].sentences[statement.place]
    value = str(sentence["value"])
    words = frozenset(word for word in stems(value) if word not in EMPTY)
    is_short = len(words) <= WORDS_OF_A_VALUE
    return words if is_short and len(value) > 1 else frozenset()


def fit(training: Sequence[Sample]) -> Weights:
    ranked = _Stack([sample for sample in training if sample.is_answerable])
    weights = _descend(len(features.FEATURES), ranked.slope)
    learnt_from = np.stack([_signals(sample, weights) for sample in training])

    def learnt(truth: Sequence[bool]) -> Floats:
        targets = np.array(truth, np.float32)

        def slope(model: Floats) -> Floats:
            chances = 1 / (1 + np.exp(-learnt_from @ model))
            result: Floats = learnt_from.T @ (chances - targets) / len(targets)
            return result

        return _descend(len(signals.SIGNALS), slope)

    return Weights(
        weights,
        learnt([_is_of_right_row(sample, weights) for sample in training]),
        learnt([_is_right(sample, weights) for sample in training]),
    )


def judge(left_out: Sequence[Sample], weights: Weights) -> Figures:
    first, third, refused, doubted, caught = [], [], [], [], []
    for sample in left_out:
        order = np.argsort(-sample.matrix @ weights.ranking)
        own = _signals(sample, weights.ranking)
        is_refused = ranking.chance(own, weights.answerable) < ranking.ANSWERABLE_FROM
        is_doubted = (
            is_refused or ranking.chance(own, weights.exact) < ranking.NEAREST_BELOW
        )
        if not sample.is_answerable:
            caught.append(is_doubted)
            continue
        first.append(sample.answers[order[0]])
        third.append(sample.answers[order[:3]].any())
        refused.append(is_refused)
        if first[-1]:
            doubted.append(is_doubted)
    kinds = (first, third, refused, doubted, caught)
    return Figures(len(left_out), *(_mean(kind) for kind in kinds))


class _Stack:
    """The statements of all samples below each other, to be scored at once."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        lengths = [len(sample.answers) for sample in samples]
        self.count = len(samples)
        self.starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.intp)
        self.sample_of = np.repeat(np.arange(len(samples)), lengths)
        self.matrix = np.concatenate([sample.matrix for sample in samples])
        self.answers = np.concatenate([sample.answers for sample in samples])

    def slope(self, weights: Floats) -> Floats:
        """Of the mean of -log of the chance that any of its answers is chosen."""
        scores = self.matrix @ weights
        scores -= np.maximum.reduceat(scores, self.starts)[self.sample_of]
        chances = self._shares(np.exp(scores))
        answering = self._shares(chances * self.answers)
        slope: Floats = (chances - answering) @ self.matrix / np.float32(self.count)
        return slope

    def _shares(self, powers: Floats) -> Floats:
        totals = np.maximum(np.add.reduceat(powers, self.starts), np.float32(1e-9))
        shares: Floats = (powers / totals[self.sample_of]).astype(np.float32)
        return shares


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


def _signals(sample: Sample, weights: Floats) -> Floats:
    scores = sample.matrix @ weights
    best = int(scores.argmax())
    unmet = signals.unmet_words(sample.index, sample.reading, sample.topic, best)
    return signals.of(sample.index, sample.reading, sample.matrix, scores, unmet)


def _is_of_right_row(sample: Sample, weights: Floats) -> bool:
    """The row that answers, or that is nearest to what the records do not hold."""
    best = int((sample.matrix @ weights).argmax())
    return sample.index.statements[best].row in sample.question.rows


def _is_right(sample: Sample, weights: Floats) -> bool:
    best = int((sample.matrix @ weights).argmax())
    return sample.is_answerable and bool(sample.answers[best])


def _mean(values: Sequence[object]) -> float:
    return float(np.mean(np.array(values, np.float32))) if values else 0.0
