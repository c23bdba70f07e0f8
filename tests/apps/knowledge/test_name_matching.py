"""The rows that a text names."""

from __future__ import annotations

import pytest

from apps.knowledge.question import name_matching, row_names
from apps.knowledge.question.row_names import NameIndex

SOLTORO = ["SolToro", "the taco place"]
INDEX = NameIndex(
    row_names.of(
        [
            (1, "restaurant", "Ballo Italian Restaurant", ["Ballo"]),
            (
                2,
                "restaurant",
                "Michael Jordan's Steak House",
                ["MJ's", "Michael Jordan's"],
            ),
            (3, "venue", "Wolf Den", []),
            (4, "amenity", "Indoor Pool", ["the pool"]),
            (6, "amenity", "Thunder Lanes", ["bowling", "the lanes"]),
            (8, "amenity", "Brewery tour", ["tours"]),
            (9, "amenity", "Boat tour", ["touring"]),
            (7, "faq", "Where do I park?", ["parking"]),
            (5, "restaurant", "SolToro Taqueria & Tequila Bar", SOLTORO),
        ]
    )
)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Is Ballo open?", [1]),
        ("michael jordans steak house", [2]),
        ("Michael Jordan\u2019s Steak House please", [2]),
        ("SolToro Taqueria and Tequila Bar", [5]),
        ("First the Wolf Den, then the pool", [3, 4]),
        ("And the Wolf Den, not Ballo? No: Ballo!", [3, 1]),
        ("the pools of Siena", []),
        ("micheal jordan's steak house", [2]),
        ("Michael Jordan's steakhouse", [2]),
        ("sol toro taqueria and tequila bar", [5]),
        ("and MJs then", [2]),
        ("MJ's?", [2]),
        ("michael jordans", [2]),
        ("how old do I have to be to bowl", [6]),
        ("where can I park?", [7]),
        ("parked near Ballo", [1]),
        ("a guided tour", []),
        ("He lives at 12 Jordan Street", []),
        ("What time is it?", []),
        ("Good evening", []),
        ("", []),
    ],
)
def test_it_knows_the_names_that_guests_use(text: str, ids: list[int]) -> None:
    mentioned = name_matching.find(text, INDEX)
    assert [mention.name.item_id for mention in mentioned] == ids


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("When does the steakhouse close?", [2]),
        ("Is the taqueria open?", [5]),
        ("What about the show tonight?", []),
        ("What year did the place open?", []),
        ("A steakhouse", []),
    ],
)
def test_it_knows_part_of_a_name_behind_the(text: str, ids: list[int]) -> None:
    _, rows = name_matching.find_part(text, INDEX)
    assert [row.item_id for row in rows] == ids
