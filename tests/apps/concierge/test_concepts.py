"""Concepts are the same in every language that guests speak."""

from __future__ import annotations

import pytest

from apps.concierge.guardrails import concepts
from apps.concierge.guardrails.text_variants import TextVariants


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
