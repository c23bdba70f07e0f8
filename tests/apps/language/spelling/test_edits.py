"""What a typo costs."""

from __future__ import annotations

import pytest

from apps.language.spelling import edits


@pytest.mark.parametrize(
    ("typed", "word", "price"),
    [
        ("pool", "pool", 0.0),
        ("opne", "open", edits.SWAP),
        ("diner", "dinner", edits.DOUBLED),
        ("buffett", "buffet", edits.DOUBLED),
        ("massege", "massage", edits.VOWEL),
        ("reservasion", "reservation", edits.UNRELATED),
        ("slits", "slots", edits.VOWEL),
        ("beqch", "beach", edits.NEIGHBOUR),
        ("lunh", "lunch", edits.LETTER),
        ("otel", "hotel", edits.VOWEL),
        ("ool", "pool", edits.LETTER + edits.FIRST_LETTER),
    ],
)
def test_it_prices_slips(typed: str, word: str, price: float) -> None:
    assert edits.cost(typed, word) == pytest.approx(price)


def test_two_slips_cost_both() -> None:
    price = edits.cost("jacuzy", "jacuzzi")
    assert price == pytest.approx(edits.DOUBLED + edits.VOWEL)
