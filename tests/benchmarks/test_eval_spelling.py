"""The repair of spelling keeps what it has reached."""

from __future__ import annotations

from benchmarks.spelling import evaluation
from benchmarks.training import questions


def test_it_repairs_nine_in_ten_of_the_misspellings_held_back() -> None:
    repairs = evaluation.misspellings(evaluation.HELD_BACK)
    assert sum(repair.is_right for repair in repairs) >= 0.9 * len(repairs)
    right_words = [repair for repair in repairs if repair.typed == repair.expected]
    assert len(right_words) > 50
    assert all(repair.is_right for repair in right_words)


def test_it_leaves_the_right_words_of_the_committed_questions_alone() -> None:
    count, changed = evaluation.changed(questions.read())
    assert len(changed) <= 0.002 * count
