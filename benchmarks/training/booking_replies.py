"""The examples of `learnt_replies`: what guests say to a proposal, or after sending it.

Labels of the files begin with the state: "pending/yes", "sent/status".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from apps.concierge.guardrails import checks
from apps.concierge.guardrails.networks import Networks
from apps.conversations.turns.bookings.words import learnt_replies
from apps.conversations.turns.bookings.words.learnt_labels import LearntLabels
from apps.conversations.turns.bookings.words.learnt_replies import Reply
from apps.llm.embeddings import MiniLMEmbedder
from benchmarks.training import booking_meanings, labelled_messages
from benchmarks.training.labelled_messages import EXAMPLES, Example

AUTHORS = EXAMPLES / "booking_replies"
HELD_BACK = EXAMPLES / "booking_replies_held_back"
STATES: Mapping[str, LearntLabels] = {
    "pending": learnt_replies.PENDING,
    "sent": learnt_replies.SENT,
}
# One in so many questions about the resort, and in so many wishes: about as many as an
# author's own of no label.
EVERY_QUESTION, EVERY_WISH = 8, 12
# A wish may be a reply as well where it is of these meanings.
REPLIES: Mapping[str, frozenset[str]] = {
    "pending": frozenset({"cancel", "change", "note", "party", "nights"}),
    "sent": frozenset({"news"}),
}
WISHES = "wishes"
Judged = tuple[Example, Reply]


def read(folder: Path, state: str) -> list[Example]:
    return [
        replace(example, label=example.label.removeprefix(f"{state}/"))
        for example in labelled_messages.read(folder)
        if example.label.startswith(f"{state}/")
    ]


def learnt_from(state: str) -> list[Example]:
    """What the weights are learnt from: neither questions about the resort nor further
    wishes are replies."""
    wishes = [
        replace(own, label=Reply.NONE, author=WISHES)
        for own in labelled_messages.read(booking_meanings.AUTHORS)
        if own.label not in REPLIES[state]
    ]
    questions = booking_meanings.of_records()[::EVERY_QUESTION]
    return [*read(AUTHORS, state), *questions, *wishes[::EVERY_WISH]]


def train(state: str, english: MiniLMEmbedder) -> Networks:
    examples, labels = learnt_from(state), STATES[state].labels
    return labelled_messages.train(
        labelled_messages.vectors(examples, english),
        labelled_messages.truth(examples, labels),
        len(labels),
    )


def judged_by_others(state: str, english: MiniLMEmbedder) -> list[Judged]:
    """Each author by what the others taught."""
    examples, learnt = learnt_from(state), STATES[state]
    vectors = labelled_messages.vectors(examples, english)
    truth = labelled_messages.truth(examples, learnt.labels)
    authors = sorted({own.author for own in read(AUTHORS, state)})
    groups = [
        own.author if own.author in authors else authors[place % len(authors)]
        for place, own in enumerate(examples)
    ]
    parts = labelled_messages.left_out(vectors, truth, len(learnt.labels), groups)
    return [
        judged
        for places, chances in parts
        for judged in zip(
            [examples[place] for place in places],
            _replies(learnt, chances),
            strict=True,
        )
    ]


def judged_apart(
    state: str, trained: Networks, english: MiniLMEmbedder
) -> list[Judged]:
    """The author kept apart."""
    examples = read(HELD_BACK, state)
    vectors = labelled_messages.vectors(examples, english)
    chances = labelled_messages.chances(trained, vectors)
    return list(zip(examples, _replies(STATES[state], chances), strict=True))


def stopped_apart(state: str, english: MiniLMEmbedder) -> list[tuple[Example, bool]]:
    """Of the authors kept apart, whether the gate answers in place of the concierge."""
    examples = read(HELD_BACK, state)
    vectors = english.embed_queries([example.text for example in examples])
    return [
        (example, checks.inspect(example.text, vector) is not None)
        for example, vector in zip(examples, vectors, strict=True)
    ]


def _replies(learnt: LearntLabels, chances: np.ndarray) -> Sequence[Reply]:
    return [learnt_replies.of_chances(learnt, row) for row in chances]
