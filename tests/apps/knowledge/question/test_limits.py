"""Numbers that a guest sets for a price, a size or a company."""

from __future__ import annotations

import pytest

from apps.knowledge.question import limits
from apps.knowledge.question.limits import MOST, NO_LIMITS, Limits

ENDLESS = "9" * 60
ENDLESS_WITH_COMMAS = "9" + ",999" * 2_000


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("rooms under $1,200", Limits(price=1200)),
        ("rooms under $169.50 a night", Limits(price=169)),
        ("a room of at least 450 sq ft", Limits(size_sqft=450)),
        ("a stage for 900 people", Limits(company=900)),
        ("we are 12", Limits(company=12)),
        ("I need a room for 4", Limits(company=4)),
        ("a suite for 3 please", Limits(company=3)),
        ("which rooms sleep 4?", Limits(company=4)),
        ("a room for 4 nights", NO_LIMITS),
        ("room for four adults", Limits(company=4)),
        ("we are Five people", Limits(company=5)),
        ("there are twenty-five of us", Limits(company=25)),
        ("a suite for our family of six", Limits(company=6)),
        ("table for two", Limits(company=2)),
        ("a room for two nights", NO_LIMITS),
        ("a room for 2 adults and 3 kids", Limits(company=5)),
        ("two adults, one child", Limits(company=3)),
        ("dinner for 4 guests and 2 toddlers", Limits(company=6)),
        ("a room with 2 children", Limits(company=2)),
        ("is there one for people with dogs", NO_LIMITS),
        ("which rooms sleep four?", Limits(company=4)),
        ("room 412 is dirty", NO_LIMITS),
        ("a steakhouse for 4 and a table outside", Limits(company=4)),
        ("is this place for 21 and over?", NO_LIMITS),
        ("is dinner for 18 and up?", NO_LIMITS),
        ("is the pool open?", NO_LIMITS),
    ],
)
def test_it_reads_a_number(text: str, read: Limits) -> None:
    assert limits.read(text) == read


@pytest.mark.parametrize("number", ["1000000000", ENDLESS, ENDLESS_WITH_COMMAS])
def test_it_reads_the_most_for_a_number_beyond_all_records(number: str) -> None:
    assert limits.read(f"rooms under ${number}") == Limits(price=MOST)
    assert limits.read(f"a room over {number} sq ft") == Limits(size_sqft=MOST)
    assert limits.read(f"a stage for {number} people") == Limits(company=MOST)


@pytest.mark.parametrize("number", ["0", "0.50", "0.0000001"])
def test_a_number_below_one_still_sets_a_limit(number: str) -> None:
    assert limits.read(f"rooms under ${number}") == Limits(price=1)
    assert limits.read(f"a stage for {number} people") == Limits(company=1)


def test_what_is_said_besides_a_number_has_none_of_its_digits() -> None:
    text = "rooms under $0.0000001 with a tub"
    assert limits.without(text, limits.read(text)) == "rooms   with a tub"


@pytest.mark.parametrize(
    ("text", "is_of_money"),
    [
        ("is Tuscany under $60 a person?", True),
        ("is it under 60 dollars", True),
        ("is it open to guests under 18", False),
    ],
)
def test_an_amount_of_money_is_told_from_an_age(text: str, is_of_money: bool) -> None:
    assert limits.names_money(text) is is_of_money


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("two tickets for Comix on saturday", 2),
        ("where can I get tickets for the comedy club for 3", 3),
        ("a massage for two sunday at 10", 2),
        ("bowling for 6 tomorrow at 5", 6),
        ("two tickets, we are 3", 3),
        ("are tickets sold for 7 pm", 0),
        ("is bowling open for 24 hours", 0),
    ],
)
def test_who_counts_what_he_buys_tells_how_many_come(text: str, people: int) -> None:
    assert limits.party(text) == people
