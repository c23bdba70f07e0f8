"""Learns when a message holds several questions, and judges it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import ranking, splitting
from apps.knowledge.statements import reading as readings
from apps.language.word_forms import content, stems
from benchmarks.training import logistic_regression
from benchmarks.training.questions import (
    Conversation,
    Embed,
    Question,
    with_snapshots,
)

Floats = NDArray[np.float32]

PENALTY = 0.3
# Share of words in common from which a part is the one that the author meant.
SAME_PART = 0.6


@dataclass(frozen=True)
class Candidate:
    """features: of one split. is_right: whether the author splits the message so."""

    texts: tuple[str, ...]
    features: Floats
    is_right: bool


@dataclass(frozen=True)
class Sample:
    """One message, and its splits whose parts have different answers."""

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


def collect(conversations: Iterable[Conversation], embed: Embed) -> list[Sample]:
    """Every message, seen as if those before had been answered rightly."""
    return [
        sample
        for conversation, snapshot in with_snapshots(conversations)
        for sample in _of_conversation(conversation, snapshot, embed)
    ]


def _of_conversation(
    conversation: Conversation, snapshot: PropertySnapshot, embed: Embed
) -> Iterator[Sample]:
    subject = Subject()
    for questions in conversation.messages():
        if not questions[0].is_open:
            yield _sample(conversation, questions, snapshot, subject, embed)
        subject = _after(questions[-1], snapshot, subject)


def fit(training: Sequence[Sample]) -> Floats:
    """The weights of `splitting.FEATURES`."""
    candidates = [candidate for sample in training for candidate in sample.candidates]
    features = np.stack([candidate.features for candidate in candidates])
    truth = np.array([candidate.is_right for candidate in candidates], np.float64)
    weights = logistic_regression.fit(features.astype(np.float64), truth, PENALTY)
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
    """The likeliest split, if it is likely enough."""
    chances = [
        (float(1 / (1 + np.exp(-candidate.features @ weights))), candidate)
        for candidate in sample.candidates
    ]
    best, candidate = max(chances, key=lambda pair: pair[0], default=(0.0, None))
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
    of_whole, of_parts = readings.texts_to_embed(reading), message.texts_to_embed()
    wordings = [*of_whole, *of_parts]
    by_text = dict(zip(wordings, embed(wordings), strict=True))
    vectors = readings.vectors(reading, [by_text[wording] for wording in of_whole])
    whole = ranking.rank(snapshot.statements, reading, vectors)
    arrays = {wording: np.asarray(by_text[wording], np.float32) for wording in of_parts}
    candidates = [(split, message.parts_of(split, arrays)) for split in message.splits]
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


def _are_same(texts: Sequence[str], expected_texts: Sequence[str]) -> bool:
    return len(texts) == len(expected_texts) and all(
        _similarity(part, expected) >= SAME_PART
        for part, expected in zip(texts, expected_texts, strict=True)
    )


def _similarity(text: str, expected: str) -> float:
    """The share of words in common, of those that carry a subject (Jaccard)."""
    words, expected_words = content(stems(text)), content(stems(expected))
    return len(words & expected_words) / (len(words | expected_words) or 1)


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
