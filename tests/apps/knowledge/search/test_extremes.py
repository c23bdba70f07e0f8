"""The cheapest and the largest: rows in the order of a number that staff recorded."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from apps.catalog.models import Restaurant
from apps.knowledge import property_snapshot
from apps.knowledge.comparison import extremes
from apps.knowledge.question.subject import NO_SUBJECT, Subject
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all, titles
from tests.apps.knowledge.statements.ranks import read_and_rank

NOW = datetime(2026, 11, 20, 23, tzinfo=UTC)
# Dollar signs of each restaurant.
BANDS = {"Ballo": 3, "Tuscany": 4, "SolToro": 2, "Pepe's": 2, "Birdcage": 1}


@pytest.fixture
def rows(mohegan: Property) -> dict[str, int]:
    """The ids of the rows by name."""
    restaurants = [
        factories.RestaurantFactory.create(property=mohegan, name=name, price_band=band)
        for name, band in BANDS.items()
    ]
    venues = [
        factories.VenueFactory.create(property=mohegan, name=name, capacity=capacity)
        for name, capacity in (("Wolf Den", 350), ("Great Arena", 10_000))
    ]
    spa = factories.AmenityFactory.create(property=mohegan)
    embed_all()
    return {row.name: row.pk for row in (*restaurants, *venues, spa)}


def titles_of(place: Property, text: str, subject: Subject = NO_SUBJECT) -> list[str]:
    reading, ranked = read_and_rank(place, text, subject, at=NOW)
    snapshot = property_snapshot.of(place.pk)
    return titles(extremes.passages(snapshot, reading, ranked, NOW))


def test_the_cheapest_restaurant_comes_first(
    mohegan: Property, rows: dict[str, int]
) -> None:
    names = titles_of(mohegan, "What is your cheapest restaurant?")
    assert names[0] == "Birdcage"
    assert [BANDS[name] for name in names] == [1, 2, 2, 3]


def test_the_most_expensive_restaurant_comes_first(
    mohegan: Property, rows: dict[str, int]
) -> None:
    assert titles_of(mohegan, "Which restaurant is the most expensive?")[0] == "Tuscany"


def test_a_number_with_a_thousands_comma_is_larger(
    mohegan: Property, rows: dict[str, int]
) -> None:
    assert titles_of(mohegan, "What is your largest venue?")[0] == "Great Arena"


def test_the_cheapest_of_those_that_were_listed(
    mohegan: Property, rows: dict[str, int]
) -> None:
    listed = Subject(rows=(rows["Ballo"], rows["Tuscany"]), is_list=True)
    for text in (
        "which of those is the cheapest?",
        "which of those is the cheapest for more than 4 people?",
    ):
        assert titles_of(mohegan, text, listed) == ["Ballo", "Tuscany"]
    assert not titles_of(mohegan, "restaurants cheaper than about \u20ac50", listed)


def test_rows_that_are_level_come_together(
    mohegan: Property, rows: dict[str, int]
) -> None:
    listed = Subject(
        rows=(rows["Ballo"], rows["SolToro"], rows["Pepe's"]), is_list=True
    )
    names = titles_of(mohegan, "which one is cheapest?", listed)
    assert (set(names[:2]), names[2:]) == ({"SolToro", "Pepe's"}, ["Ballo"])


def test_of_two_that_are_named_the_cheaper_comes_first(
    mohegan: Property, rows: dict[str, int]
) -> None:
    names = titles_of(mohegan, "Is Tuscany more expensive than Ballo?")
    assert names == ["Tuscany", "Ballo"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Which restaurants are more expensive than Ballo?", ["Tuscany"]),
        ("Which restaurants are more expensive than Tuscany?", ["Tuscany"]),
        ("Anywhere more expensive than Ballo?", ["Tuscany"]),
    ],
)
def test_those_beyond_a_row_are_told_be_it_one_or_else_the_row_itself(
    mohegan: Property, rows: dict[str, int], text: str, names: list[str]
) -> None:
    assert titles_of(mohegan, text) == names
    assert titles_of(mohegan, text, Subject((rows["Ballo"],))) == names


@pytest.mark.parametrize(
    "text",
    ["When does Ballo open?", "Is Ballo cheap?", "What is the largest spa?"],
)
def test_other_questions_have_no_extreme(
    text: str, mohegan: Property, rows: dict[str, int]
) -> None:
    assert titles_of(mohegan, text) == []


def test_it_never_tells_rows_of_another_property(
    mohegan: Property, foxwoods: Property, rows: dict[str, int]
) -> None:
    for name in ("Pizza", "Noodles"):
        factories.RestaurantFactory.create(property=foxwoods, name=name, price_band=1)
    embed_all()
    assert not {"Pizza", "Noodles"} & {*titles_of(mohegan, "cheapest restaurant?")}
    assert {*titles_of(foxwoods, "cheapest restaurant?")} == {"Pizza", "Noodles"}


def test_a_row_whose_time_is_over_is_no_extreme(
    mohegan: Property, rows: dict[str, int]
) -> None:
    ended_at = NOW - timedelta(days=1)
    Restaurant.objects.filter(pk=rows["Birdcage"]).update(valid_to=ended_at)
    names = titles_of(mohegan, "What is your cheapest restaurant?")
    assert "Birdcage" not in names
    assert BANDS[names[0]] == 2
