"""What the words of a wish to book ask for."""

from __future__ import annotations

import pytest

from apps.concierge.routing import booking_words


@pytest.mark.parametrize(
    ("plain", "is_another"),
    [
        ("can you charge the dinner to my room", True),
        ("cancel the breakfast to my room", True),
        ("refund the drinks charged to room 1204", True),
        ("order me a taxi", True),
        ("order a pizza to my room", False),
        ("bring us dinner in the room please", False),
        ("book a table for dinner", False),
    ],
)
def test_food_to_a_room_is_ordered_and_nothing_else(
    plain: str, *, is_another: bool
) -> None:
    assert booking_words.asks_another_act(plain) is is_another


@pytest.mark.parametrize(
    ("plain", "is_table"),
    [
        ("can you reserve a blackjack table", False),
        ("reserve parking for tonight", False),
        ("book a room", False),
        ("reserve a table for tonight", True),
        ("book us in for saturday, somewhere italian", True),
    ],
)
def test_a_table_of_a_game_is_none_to_eat_at(plain: str, *, is_table: bool) -> None:
    assert booking_words.books_a_table(plain) is is_table
