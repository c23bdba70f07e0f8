"""A guest who says what it must not be is told of something else."""

from __future__ import annotations

import pytest

from apps.knowledge import property_snapshot
from apps.knowledge.question import exclusions
from apps.properties.models import Property
from tests import factories


@pytest.mark.parametrize(
    ("text", "excluded", "remaining"),
    [
        ("anything but steak tonight?", {"steak"}, "anything  tonight?"),
        ("any restaurants other than Italian?", {"italian"}, "any restaurants ?"),
        ("a quick dinner, not seafood", {"seafood"}, "a quick dinner, "),
        (
            "a place that's not Italian and not a steakhouse",
            {"italian", "steakhous"},
            "a place and ",
        ),
        ("everything except the buffet", {"buffet"}, "everything "),
        (
            "neither Italian nor burgers, what is there?",
            {"italian", "burger"},
            ", , , what is there?",
        ),
        (
            "pas of pizza, pas of sushi, where can I have dinner?",
            {"pizza", "sushi"},
            ", , , where can I have dinner?",
        ),
        ("dinner but not seafood", {"seafood"}, "dinner "),
        (
            "supper but no fish, my wife is allergic to shellfish",
            {"fish"},
            "supper",
        ),
        ("lunch without fish, please", {"fish"}, "lunch , please"),
        (
            "not italian, what is there for lunch",
            {"italian"},
            ", what is there for lunch",
        ),
        ("no steak please, where can we eat", {"steak"}, ", where can we eat"),
        (
            "not italian, not burgers, what else is there for lunch",
            {"italian", "burger"},
            ", , what else is there for lunch",
        ),
    ],
)
def test_it_reads_what_is_not_wanted(
    text: str, excluded: set[str], remaining: str
) -> None:
    assert exclusions.words(text) == excluded
    assert exclusions.without(text).split() == remaining.split()


@pytest.mark.parametrize(
    "text",
    [
        "any non-smoking rooms?",
        "why is there no pool?",
        "is it open or not?",
        "no smoking rooms",
        "a dinner that's not too expensive",
        "somewhere nice but not crazy expensive",
    ],
)
def test_it_excludes_nothing_where_nothing_is_ruled_out(text: str) -> None:
    assert not exclusions.words(text)
    assert exclusions.without(text) == text


def test_it_rules_out_a_row_by_its_name_and_by_its_sort(mohegan: Property) -> None:
    prime, ballo, diner = (
        factories.RestaurantFactory.create(property=mohegan, name=name, cuisine=cuisine)
        for name, cuisine in [
            ("Prime", "Steakhouse"),
            ("Ballo", "Italian"),
            ("The Steak Shed", "American"),
        ]
    )
    index = property_snapshot.of(mohegan.pk).statements
    rows = exclusions.rows(index, exclusions.words("anything but steak"))
    assert {prime.pk, diner.pk} <= rows
    assert ballo.pk not in rows
