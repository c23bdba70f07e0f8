"""The weights read messages about bookings by an author they were not learnt from."""

from __future__ import annotations

import pytest

from apps.conversations.turns.bookings.words import learnt_meanings
from apps.conversations.turns.bookings.words.learnt_meanings import (
    LIKELY,
    MEANINGS,
    NONE,
    SURE,
)
from benchmarks.training import booking_meanings, labelled_messages
from benchmarks.training.labelled_messages import Example

EVERY = 12


@pytest.fixture(scope="module")
def sample() -> list[Example]:
    return labelled_messages.read(booking_meanings.HELD_BACK)[::EVERY]


def test_most_wishes_are_read(sample: list[Example]) -> None:
    wishes = [own for own in sample if own.label != NONE]
    judged = [(own, learnt_meanings.judge(own.text)) for own in wishes]
    right = [own for own, learnt in judged if learnt.meaning == own.label]
    likely = [own for own, learnt in judged if learnt.chance >= LIKELY]
    assert len(right) >= 0.8 * len(wishes)
    assert len(likely) >= 0.85 * len(wishes)


def test_few_near_ones_are_taken_for_wishes(sample: list[Example]) -> None:
    nearby = [own for own in sample if own.label == NONE]
    claimed = [own for own in nearby if learnt_meanings.judge(own.text).chance >= SURE]
    assert len(claimed) <= 0.15 * len(nearby)


def test_hardly_any_question_for_the_records_is_taken_for_a_wish() -> None:
    questions = booking_meanings.of_records()[::40]
    judged = [learnt_meanings.judge(own.text).chance for own in questions]
    assert sum(chance >= SURE for chance in judged) <= 0.03 * len(questions)


def test_authors_agree_on_the_meanings() -> None:
    folders = (booking_meanings.AUTHORS, booking_meanings.HELD_BACK)
    examples = [own for folder in folders for own in labelled_messages.read(folder)]
    assert {own.label for own in examples} == set(MEANINGS)


def test_signs_alone_mean_nothing() -> None:
    assert learnt_meanings.judge("?! 12").meaning == NONE
