"""Learns when a message holds several questions, and judges it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.parts import Split
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import ranking, splitting
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.splitting import Message, Part
from apps.language.word_forms import content, stems
from apps.properties.models import Property
from benchmarks.training.questions import Conversation, Question

Floats = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]

STEPS, PENALTY = 25, 0.3
# Share of words in common from which a part is the one that the author meant.
SAME_PART = 0.6


@dataclass(frozen=True)
class Candidate:
    """features: of one split. is_right: whether the author splits it so."""

    texts: tuple[str, ...]
    features: Floats
    is_right: bool


@dataclass(frozen=True)
class Sample:
    """One message and its splits that could be told apart."""

    resort: str
    message: str
    is_several: bool
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True)
class Figures:
    """right: messages with several questions that are split as they should be. wrong:
    messages with one question that are split."""

    several: int
    right: int
    single: int
    wrong: int


def samples(conversations: Iterable[Conversation], embed: Embed) -> list[Sample]:
    """Every message, seen as if those before had been answered rightly."""
    snapshots: dict[str, PropertySnapshot] = {}
    collected: list[Sample] = []
    for conversation in conversations:
        slug = conversation.resort
        if slug not in snapshots:
            place = Property.objects.get(slug=slug)
            snapshots[slug] = property_snapshot.of(place.pk)
        subject = Subject()
        for questions in conversation.messages():
            snapshot = snapshots[slug]
            if not questions[0].is_open:
                collected.append(
                    _sample(conversation, questions, snapshot, subject, embed)
                )
            subject = _after(questions[-1], snapshot, subject)
    return collected


def fit(training: Sequence[Sample]) -> Floats:
    """Newton's method for a logistic regression with a ridge penalty."""
    candidates = [own for sample in training for own in sample.candidates]
    matrix = np.stack([own.features for own in candidates]).astype(np.float64)
    truth = np.array([own.is_right for own in candidates], np.float64)
    weights = np.zeros(matrix.shape[1])
    ridge = PENALTY * np.eye(matrix.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-matrix @ weights))
        slope = matrix.T @ (truth - chances) - ridge @ weights
        curve = (matrix * (chances * (1 - chances))[:, None]).T @ matrix + ridge
        weights = weights + np.linalg.solve(curve, slope)
    return weights.astype(np.float32)


def judge(left_out: Sequence[Sample], weights: Floats) -> Figures:
    several = [sample for sample in left_out if sample.is_several]
    single = [sample for sample in left_out if not sample.is_several]
    return Figures(
        len(several),
        sum(_is_right(sample, weights) for sample in several),
        len(single),
        sum(chosen(sample, weights) is not None for sample in single),
    )


def chosen(sample: Sample, weights: Floats) -> Candidate | None:
    """The likeliest split, where one is likelier than none."""
    likely = [
        (float(1 / (1 + np.exp(-own.features @ weights))), own)
        for own in sample.candidates
    ]
    best, candidate = max(likely, key=lambda pair: pair[0], default=(0.0, None))
    return candidate if best > splitting.SPLIT_FROM else None


def _is_right(sample: Sample, weights: Floats) -> bool:
    candidate = chosen(sample, weights)
    return bool(candidate and candidate.is_right)


def _sample(
    conversation: Conversation,
    questions: Sequence[Question],
    snapshot: PropertySnapshot,
    subject: Subject,
    embed: Embed,
) -> Sample:
    text = questions[0].message
    reading = readings.read(text, conversation.language, snapshot, subject)
    message = splitting.message(reading, snapshot)
    if not message.splits:
        return Sample(conversation.resort, text, len(questions) > 1, ())
    own, of_parts = readings.texts_to_embed(reading), message.texts_to_embed()
    by_text = dict(zip([*own, *of_parts], embed([*own, *of_parts]), strict=True))
    vectors = readings.vectors(reading, [by_text[wording] for wording in own])
    whole = ranking.rank(snapshot.statements, reading, vectors)
    arrays = {wording: np.asarray(by_text[wording], np.float32) for wording in of_parts}
    candidates = [(split, _parts(message, split, arrays)) for split in message.splits]
    right = [
        snapshot.plain(question.text, conversation.language) for question in questions
    ]
    return Sample(
        conversation.resort,
        text,
        len(questions) > 1,
        tuple(
            Candidate(
                split.texts,
                splitting.features(whole, split, parts),
                len(questions) > 1 and _are_same(split.texts, right),
            )
            for split, parts in candidates
            if splitting.is_distinct(parts)
        ),
    )


def _parts(message: Message, split: Split, vectors: dict[str, Floats]) -> list[Part]:
    return message.parts_of(split, vectors)


def _are_same(texts: Sequence[str], right: Sequence[str]) -> bool:
    return len(texts) == len(right) and all(
        _likeness(own, expected) >= SAME_PART
        for own, expected in zip(texts, right, strict=True)
    )


def _likeness(text: str, expected: str) -> float:
    """Of the words that carry a subject: shared ones of all."""
    own, right = content(stems(text)), content(stems(expected))
    return len(own & right) / (len(own | right) or 1)


def _after(question: Question, snapshot: PropertySnapshot, subject: Subject) -> Subject:
    statements = [
        statement
        for statement in snapshot.statements.statements
        if statement.row in question.rows and statement.field in question.fields
    ]
    if not statements:
        return subject
    return subjects.after(
        [statement.item_id for statement in statements],
        "",
        question.text,
        [statement.text for statement in statements],
        subject,
    )
