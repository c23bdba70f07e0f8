"""When a message is split into the questions that Alice asks in it."""

from __future__ import annotations

import numpy as np

from benchmarks.training import message_splitting
from benchmarks.training.message_splitting import Candidate, Figures, Sample


def sample(*, is_several: bool, signal: float) -> Sample:
    """A message with a good split, which the signal shows, and a bad one."""
    good = Candidate(
        ("pool", "spa"), np.array([1, signal], np.float32), is_right=is_several
    )
    bad = Candidate(("pool and", "spa"), np.array([1, 0], np.float32), is_right=False)
    return Sample("resort", "pool and spa", is_several, (good, bad))


MESSAGES = [
    *[sample(is_several=True, signal=1.0)] * 8,
    *[sample(is_several=False, signal=0.2)] * 8,
]


def test_it_learns_which_split_is_right() -> None:
    weights = message_splitting.fit(MESSAGES)
    figures = message_splitting.judge(MESSAGES, weights)
    assert figures == Figures(several=8, right=8, single=8, wrong=0)


def test_a_bad_split_is_not_right_and_a_single_question_is_not_split() -> None:
    prefers_bad_splits = np.array([1, -2], np.float32)
    figures = message_splitting.judge(MESSAGES, prefers_bad_splits)
    assert figures == Figures(several=8, right=0, single=8, wrong=8)


def test_a_message_without_splits_stays_whole() -> None:
    whole = Sample("resort", "pool and spa", is_several=True, candidates=())
    assert message_splitting.chosen(whole, np.ones(2, np.float32)) is None
