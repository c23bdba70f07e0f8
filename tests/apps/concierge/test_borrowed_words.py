"""Words of danger that guests borrow for something else."""

from __future__ import annotations

import pytest

from apps.concierge.guardrails import checks
from apps.llm import embeddings


def category(text: str) -> str:
    [vector] = embeddings.local().embed_queries([text])
    finding = checks.inspect(text, vector)
    return finding.category if finding else ""


@pytest.mark.parametrize(
    "text",
    [
        "my kids are drowning in boredom",
        "we are drowning in debt",
        "the wings are drowning in hot sauce",
    ],
)
def test_nobody_drowns_in_what_is_no_water(text: str) -> None:
    assert category(text) != checks.EMERGENCY


@pytest.mark.parametrize(
    "text",
    [
        "my kid is drowning",
        "she is drowning",
        "somebody is drowning at the wave pool",
        "my son is drowning, help",
        "the boy is drowning in the lake",
        "he is drowning in your wave pool",
    ],
)
def test_somebody_drowns(text: str) -> None:
    assert category(text) == checks.EMERGENCY


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ضاع ابني في الكازينو", checks.EMERGENCY),
        ("بنتي تاهت قدام المطعم", checks.EMERGENCY),
        ("ضاعت لعبة ابني", ""),
    ],
)
def test_a_lost_child_is_no_lost_toy(text: str, expected: str) -> None:
    assert category(text) == expected
