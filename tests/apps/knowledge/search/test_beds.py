"""For how many people a room is, by its beds."""

from __future__ import annotations

import pytest

from apps.knowledge.search import recorded_words


@pytest.mark.parametrize(
    ("recorded", "people"),
    [
        ("one king bed", 2),
        ("one king or two queens", 4),
        ("one king and a sofa bed", 3),
        ("2 queen beds", 4),
        ("King / two doubles", 4),
        ("two twins", 2),
        ("", 0),
        ("the softest in town", 0),
    ],
)
def test_it_counts_who_can_sleep_in_the_beds(recorded: str, people: int) -> None:
    assert recorded_words.people_in_beds(recorded) == people
