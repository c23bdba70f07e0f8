"""Concepts are the same in every language that guests speak."""

from __future__ import annotations

import random

import pytest

from apps.concierge.guardrails import concepts
from apps.concierge.guardrails.text_variants import TextVariants
from benchmarks.training import guardrail_examples


@pytest.mark.parametrize(
    "text",
    [
        "My husband lost the rent at the casino",
        "Mi marido perdió el alquiler en el casino",
        "Mon mari a perdu le loyer au casino",
        "我老公在赌场输光了房租",
        "Chồng tôi thua hết tiền nhà ở sòng bạc",
    ],
)
def test_it_finds_the_same_concepts(text: str) -> None:
    names = concepts.in_text(TextVariants(text).windows[0])
    assert {"kin", "loss", "debt", "gamble"} <= set(names)


def test_it_counts_pairs_of_concepts_too() -> None:
    assert "kin+gamble" in concepts.names("my wife is at the slots")
    assert concepts.names("what time is breakfast") == []


def test_it_looks_for_candidates_alone() -> None:
    text = "my wife is at the slots"
    assert concepts.in_text(text, {"gamble", "debt"}) == ["gamble"]
    assert concepts.names(text, set()) == []


def test_words_of_a_message_hold_no_concept_that_the_message_does_not() -> None:
    texts = [example.text for example in guardrail_examples.read()]
    for text in random.Random(2).sample(texts, 300):  # noqa: S311 - no secret
        words = TextVariants(text).windows[0].split()
        for start in range(0, len(words), 3):
            part = " ".join(words[start : start + 5])
            assert concepts.in_text(part, concepts.in_text(" ".join(words))) == (
                concepts.in_text(part)
            )
