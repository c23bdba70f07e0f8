"""The language of few words, learnt from messages and judged by another author."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from apps.language import few_words
from benchmarks.training import guardrail_examples

LEAST_RIGHT = 0.98


@pytest.mark.nightly
@pytest.mark.parametrize("language", few_words.SPOKEN)
def test_it_tells_the_language_of_an_author_it_did_not_learn_from(
    language: str,
) -> None:
    rows = guardrail_examples.of_authors(guardrail_examples.HELD_BACK)
    own = [row.text for row in rows if row.language == language]
    right = [text for text in own if few_words.likeliest(text, "") == language]
    assert len(right) >= LEAST_RIGHT * len(own)


def test_it_writes_weights_that_know_a_language(tmp_path: Path) -> None:
    call_command("train_language", output=tmp_path / "weights.npz")
    assert (tmp_path / "weights.npz").stat().st_size > 10_000
