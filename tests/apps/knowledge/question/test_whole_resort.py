"""What is asked of the whole resort, though guests say "the hotel"."""

from __future__ import annotations

import pytest

from apps.knowledge.question import whole_resort


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("how old is this place?", True),
        ("ok and how old is the casino", True),
        ("how old does the hotel require you to be to check in?", False),
        ("how old is this hotel and how much is parking?", False),
        ("how old is the hotel Earth Tower?", False),
    ],
)
def test_how_old_it_is_asks_for_its_history(text: str, *, is_asked: bool) -> None:
    assert bool(whole_resort.history(text)) == is_asked
