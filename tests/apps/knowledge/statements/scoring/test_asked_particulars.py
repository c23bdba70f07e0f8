"""Which particular a question asks for."""

from __future__ import annotations

import pytest

from apps.knowledge.statements.scoring import particulars


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("how do you play blackjack?", "rules"),
        ("how to play craps", "rules"),
        ("how does roulette work. dumb question sorry", "rules"),
        ("What are the rules of roulette?", "rules"),
        ("How can we play poker tonight?", ""),
        ("how do I play slots with my card?", ""),
        ("where can I play keno?", ""),
    ],
)
def test_who_asks_how_to_get_to_a_game_asks_for_no_rules(
    question: str, what: str
) -> None:
    particular = particulars.asked_for(question)
    assert (particular.what if particular else "") == what
