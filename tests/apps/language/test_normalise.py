"""One plain spelling: where words and sentences end."""

from __future__ import annotations

import time

import pytest

from apps.language import normalise


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't go!! Why?", "dont go . why ."),
        ("...hello", "hello"),
        ("a.b", "a . b"),
        ("first\n\nsecond\nthird", "first . second third"),
        ("O'Neill's bar. 'Quoted'", "oneills bar . quoted"),
        ("说吧。好", "说吧 . 好"),
        ("' . '", " . "),
        ("", ""),
    ],
)
def test_words_are_apart_and_sentences_end_with_a_stop(text: str, words: str) -> None:
    assert normalise.words(text) == words


def test_words_without_marks_take_little_more_than_their_letters() -> None:
    text = "i k " * 1000

    def least_seconds(letters: str) -> float:
        durations = []
        for _ in range(9):
            started_at = time.thread_time()
            normalise.words(letters)
            durations.append(time.thread_time() - started_at)
        return min(durations)

    normalise.words(text)
    assert least_seconds(text) < 9 * least_seconds("ik" * 2000)
