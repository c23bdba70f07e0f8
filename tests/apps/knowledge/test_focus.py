"""Which place a text names."""

from __future__ import annotations

from functools import partial

import pytest

from apps.knowledge.question import focus, partial_names

KNOWN = focus.Known(
    focus.names(
        [
            (1, "restaurant", "Ballo Italian Restaurant", ["Ballo"]),
            (2, "restaurant", "Michael Jordan's Steak House", ["MJ's"]),
            (3, "venue", "Wolf Den", []),
            (4, "amenity", "Indoor Pool", ["the pool"]),
            (5, "restaurant", "SolToro Taqueria & Tequila Bar", ["SolToro"]),
        ]
    )
)
FIND = partial(focus.mentions, known=KNOWN)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Is Ballo open?", [1]),
        ("michael jordans steak house", [2]),
        ("Michael Jordan\u2019s Steak House please", [2]),
        ("SolToro Taqueria and Tequila Bar", [5]),
        ("First the Wolf Den, then the pool", [3, 4]),
        ("the pools of Siena", []),
        ("micheal jordan's steak house", [2]),
        ("What time is it?", []),
        ("", []),
    ],
)
def test_it_hears_the_names_that_guests_use(text: str, ids: list[int]) -> None:
    assert [found.name.item_id for found in focus.mentions(text, KNOWN)] == ids


def test_it_takes_the_newest_mention() -> None:
    turns = ["And the Wolf Den, not Ballo? No: Ballo!", "Tell me about the pool"]
    name = focus.newest(turns, FIND)
    assert name is not None
    assert name.title == "Ballo Italian Restaurant"


def test_it_has_no_focus_before_a_place_is_named() -> None:
    assert focus.newest(["Good evening", "Hello"], FIND) is None


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Michael Jordan's steakhouse", [2]),
        ("sol toro taqueria and tequila bar", [5]),
        ("He lives at 12 Jordan Street", []),
    ],
)
def test_it_hears_names_that_are_written_otherwise(text: str, ids: list[int]) -> None:
    assert [found.name.item_id for found in FIND(text)] == ids


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("When does the steakhouse close?", [2]),
        ("Is the taqueria open?", [5]),
        ("What about the show tonight?", []),
        ("A steakhouse", []),
    ],
)
def test_it_hears_part_of_a_name_behind_the(text: str, ids: list[int]) -> None:
    _, rows = partial_names.alike(text, KNOWN)
    assert [row.item_id for row in rows] == ids
