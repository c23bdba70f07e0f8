"""The criteria of a question, and the rows that meet them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.knowledge import property_snapshot
from apps.knowledge.search import matching_rows
from apps.knowledge.search.results import Found
from apps.knowledge.search.shortlist import Shortlist
from apps.properties.models import Property
from tests.factories import (
    PropertyFactory,
    RestaurantFactory,
    RoomFactory,
    VenueFactory,
)

ZONE = ZoneInfo("America/New_York")
FRIDAY = datetime(2026, 11, 20, 18, 30, tzinfo=ZONE)
EVENINGS = ["0-6 17:00-22:00"]
KITCHENS = [
    ("Tuscany", "Italian", 4, "Business casual", "", EVENINGS),
    ("Pepe's", "Italian", 2, "Casual", "Families are welcome.", EVENINGS),
    ("Prime", "Steakhouse", 4, "Business casual", "", EVENINGS),
    ("Sunny Diner", "American diner", 1, "Casual", "", ["0-6 00:00-00:00"]),
]
RATES = [("King", 169, 450), ("Suite", 449, 900), ("Queen", 129, 400)]


@pytest.fixture(scope="module")
def rows(module_transaction: None) -> Property:
    mohegan = PropertyFactory.create()
    for place in (mohegan, PropertyFactory.create(slug="elsewhere", name="Elsewhere")):
        for name, cuisine, band, dress, kids, hours in KITCHENS:
            RestaurantFactory.create(
                property=place,
                name=name,
                cuisine=cuisine,
                price_band=band,
                dress_code=dress,
                kids=kids,
                hours=hours,
            )
        for name, rate, size in RATES:
            RoomFactory.create(
                property=place, name=name, rate_from=rate, size_sqft=size
            )
    return mohegan


@pytest.fixture
def resort(rows: Property, db: None) -> Property:
    return rows


def shortlist(place: Property, text: str) -> Shortlist:
    return matching_rows.of(property_snapshot.of(place.pk), text, FRIDAY)


def passages(place: Property, text: str) -> Sequence[Found]:
    return shortlist(place, text).passages


def names_in(rows: Shortlist) -> list[str]:
    return [passage["metadata"]["item_name"] for passage in rows.passages]


def fitting(place: Property, text: str) -> list[str]:
    return names_in(shortlist(place, text))


def quotes(place: Property, text: str, field: str) -> list[str]:
    """What the records of the rows found say in this field."""
    return [
        line["value"]
        for passage in passages(place, text)
        for line in passage["metadata"]["sentences"]
        if line["field"] == field
    ]


@pytest.mark.parametrize(
    ("text", "field", "allowed"),
    [
        ("Any good Italian places?", "cuisine", {"Italian"}),
        ("I want a cheap dinner, any options?", "price_band", {"$", "$$"}),
        ("Somewhere fancy for dinner?", "price_band", {"$$$", "$$$$"}),
        ("\u00bfHay restaurantes baratos?", "price_band", {"$", "$$"}),
        ("Where can I eat in jeans?", "dress_code", {"Casual"}),
        ("Where do you have steak?", "cuisine", {"Steakhouse"}),
    ],
)
def test_it_chooses_only_rows_that_meet_the_criteria(
    resort: Property, text: str, field: str, allowed: set[str]
) -> None:
    values = quotes(resort, text, field)
    assert values
    assert set(values) <= allowed


def test_it_puts_the_cheapest_first(resort: Property) -> None:
    prices = quotes(resort, "What is the cheapest restaurant you have?", "price_band")
    assert prices == sorted(prices, key=len)
    rates = quotes(resort, "What is the cheapest room?", "rate_from")
    assert rates
    assert rates == sorted(rates, key=lambda rate: int(rate[1:].split()[0]))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("cheap eats, my kids are hungry", ["Pepe's", "Sunny Diner"]),
        ("anniversary dinner", ["Prime", "Tuscany"]),
        ("a steakhouse that's not too pricey", ["Prime"]),
        ("rooms under $170", ["Queen", "King"]),
        ("a room of at least 450 sq ft", ["King", "Suite"]),
        ("any room below 100 a night?", ["Queen"]),
        ("theater for 900 people", ["Hall"]),
    ],
)
def test_it_puts_what_fits_a_wish_first_and_leaves_out_the_rest(
    resort: Property, text: str, names: list[str]
) -> None:
    for name, capacity in (("Hall", 1200), ("Club", 300)):
        VenueFactory.create(property=resort, name=name, capacity=capacity)
    RestaurantFactory.create(
        property=resort, name="Cage", cuisine="Cocktail bar", price_band=1
    )
    assert fitting(resort, text) == names


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("cheap food for kids right now", frozenset()),
        ("cheap food with a view", {"view"}),
        ("is there free breakfast", {"fre"}),
        ("rooms under $170 with a tub", {"tub"}),
        ("rooms under $170, and what do they cost?", frozenset()),
    ],
)
def test_it_tells_which_words_no_criterion_explains(
    resort: Property, text: str, unread: frozenset[str]
) -> None:
    assert shortlist(resort, text).unread == unread


@pytest.mark.parametrize(
    ("text", "is_in_part"),
    [
        ("restaurants for 12 people", True),
        ("any room below 100 a night?", True),
        ("dinner for 2 people, something cheap", False),
    ],
)
def test_it_says_when_a_wish_is_not_met(
    resort: Property, text: str, *, is_in_part: bool
) -> None:
    assert shortlist(resort, text).is_in_part == is_in_part


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("Which restaurants are open at 11 pm?", " is open today at 11:00 PM"),
        ("Where can I eat at 3am?", " is open on Saturday, November 21 at 3:00 AM"),
        ("burger at 4 in the morning", " is open on Saturday, November 21 at 4:00 AM"),
        ("a steak tonight at 9 pm", " is open today at 9:00 PM"),
        ("cheap restaurant for 8 people at 11pm", " is open today at 11:00 PM"),
        ("a vegan place at 11 pm", " is open today at 11:00 PM"),
    ],
)
def test_it_chooses_rows_that_are_open_at_the_hour_asked_for(
    resort: Property, text: str, when: str
) -> None:
    texts = first_texts(resort, text)
    assert texts
    assert all(when in text for text in texts)


def test_it_tells_the_hours_of_an_evening_without_an_hour(resort: Property) -> None:
    """Alice said "tomorrow night", not "at 7 PM"."""
    texts = first_texts(resort, "Any Italian places open tomorrow night?")
    assert "Tuscany is open on Saturday, November 21, 5:00 PM to 10:00 PM." in texts


def first_texts(place: Property, text: str) -> list[str]:
    """What is computed for the time asked for, of each row."""
    return [
        next(
            line["text"]
            for line in passage["metadata"]["sentences"]
            if line["field"] == "then"
        )
        for passage in passages(place, text)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "I need a room for 4",
        "what rooms do you have for 4 people",
        "a room for 4",
        "room for four adults",
        "we are a family of five, which room is for us?",
        "five of us, what room do we take",
        "room for 2 adults and 3 kids",
    ],
)
def test_it_tells_the_beds_of_rooms_for_several_people(
    resort: Property, text: str
) -> None:
    """No record says how many people a room is for."""
    RoomFactory.create(property=resort, name="Family Room", beds="two queens")
    assert fitting(resort, text) == ["Family Room"]
    assert quotes(resort, text, "beds") == ["two queens"]
    assert passages(resort, text)[0]["metadata"]["fits"].startswith("beds ")
    assert shortlist(resort, text).is_in_part
    assert not shortlist(resort, text).unread


def test_it_combines_criteria(resort: Property) -> None:
    both = fitting(resort, "Any cheap Italian restaurants for kids?")
    assert both
    assert set(both) < set(fitting(resort, "Any Italian restaurants?"))


@pytest.mark.parametrize(
    "text",
    [
        "What time does it open?",
        "Is parking free?",
        "",
        "Does the restaurant close?",
    ],
)
def test_it_leaves_other_questions_to_the_search(resort: Property, text: str) -> None:
    assert fitting(resort, text) == []


def test_it_never_chooses_rows_of_another_property(resort: Property) -> None:
    text = "List all restaurants, cheap ones too"
    rows = {passage["metadata"]["item_id"] for passage in passages(resort, text)}
    assert rows
    assert rows <= set(resort.items.values_list("pk", flat=True))


def test_it_reads_the_rows_of_the_same_criteria_once(
    resort: Property,
    django_assert_num_queries: Callable[[int], AbstractContextManager[Any]],
) -> None:
    text, snapshot = "Which restaurants are open now?", property_snapshot.of(resort.pk)
    evening = matching_rows.of(snapshot, text, FRIDAY)
    with django_assert_num_queries(0):
        again = matching_rows.of(snapshot, text, FRIDAY)
        at_night = matching_rows.of(snapshot, text, FRIDAY.replace(hour=4))
    assert names_in(again) == names_in(evening) != names_in(at_night)
    assert names_in(at_night) == ["Sunny Diner"]


def test_it_leaves_out_rows_whose_dates_are_over(resort: Property) -> None:
    text, end = "Which rooms do you have under $200?", FRIDAY + timedelta(days=1)
    RoomFactory.create(property=resort, name="Attic", rate_from=99, valid_to=end)
    snapshot = property_snapshot.of(resort.pk)
    before = matching_rows.of(snapshot, text, end - timedelta(seconds=1))
    after = matching_rows.of(snapshot, text, end)
    assert names_in(before) == ["Attic", *names_in(after)]
    assert names_in(after)
