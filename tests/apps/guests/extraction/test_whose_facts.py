"""Whose facts they are: not those of others, of plans that may fail, or of the past."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.guests.extraction import facts_in

# A Tuesday.
NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))


def values(text: str, language: str = "en") -> dict[str, Any]:
    return {fact.key: fact.value for fact in facts_in(text, language, NOW).facts}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("My flatmate booked for 6, ignore that", "en"),
        ("My son-in-law wants two nights in your biggest suite", "en"),
        ("Another group from our club, 9 people, is booking separately", "en"),
        ("A party of ten next to us was so loud", "en"),
        ("My neighbour's kids are 3 and 5", "en"),
        ("My sister has two kids, 4 and 6", "en"),
        ("I teach 25 kids at school", "en"),
        ("Two people told me the pool is closed", "en"),
        ("There are 5 kids running in the hallway", "en"),
        ("My ex-wife and I split up", "en"),
        ("My daughter's friends are 9 and 10", "en"),
        ("Mis hijos se quedan con mi madre", "es"),
        ("Ma sœur a réservé pour six, oubliez ça", "fr"),
        ("Meine Chefin möchte wissen, ob Sie Räume für 40 Personen haben", "de"),
        ("Había 20 personas en la fila", "es"),
        ("Il y avait 20 personnes dans la file", "fr"),
        ("Es waren 20 Leute in der Schlange", "de"),
        ("Mein Mann und ich haben hier geheiratet", "de"),
        ("Tomorrow is my dog's birthday", "en"),
        ("My granddaughter is getting married in July", "en"),
    ],
)
def test_it_takes_nothing_of_other_people(text: str, language: str) -> None:
    assert values(text, language) == {}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("If my son comes too we would need two rooms", "en"),
        ("if I win I'm staying 10 nights, if I lose I'm leaving tonight", "en"),
        ("I'd arrive on Friday if I got the day off", "en"),
        ("I might bring my brother", "en"),
        ("Falls Anna mitkommt, brauchen wir vier Zimmer", "de"),
        ("no I don't want 3 rooms", "en"),
        ("I'm not coming with my husband this time", "en"),
        ("Maybe we'll be six", "en"),
        ("Quizás vengamos cuatro", "es"),
        ("Peut-être que nous serons quatre", "fr"),
        ("Vielleicht sind wir zu viert", "de"),
    ],
)
def test_it_takes_nothing_that_is_not_settled(text: str, language: str) -> None:
    assert values(text, language) == {}


@pytest.mark.parametrize(
    "text",
    [
        "The 12 of us all did the spa package in 2024",
        "We celebrated our fiftieth anniversary with you in 2011",
        "We missed our anniversary",
        "My husband and I got married there",
        "We wanted to bring our three kids",
        "My sister and her two kids couldn't make it",
    ],
)
def test_it_takes_nothing_of_the_past(text: str) -> None:
    assert values(text) == {}


@pytest.mark.parametrize(
    ("text", "language", "size"),
    [
        ("Our church group of forty came last spring, this time we are four", "en", 4),
        ("Vor zwei Jahren waren wir mit 9 Leuten da, diesmal sind wir nur 6", "de", 6),
        ("On était 15 l'an dernier, on sera 9 cette fois", "fr", 9),
        ("we had booked for 6, now it will be 5", "en", 5),
        ("somos cinco, bueno cuatro", "es", 4),
    ],
)
def test_it_takes_what_holds_this_time(text: str, language: str, size: int) -> None:
    assert values(text, language) == {"party_size": size}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("we're like ten kids in a candy store here", {}),
        ("we're a party of 2 that eats like a party of 8", {"party_size": 2}),
        ("The restaurant was full of 50 people", {}),
        ("Is there a limit of 4 people per room?", {}),
        ("We are 18 and 19, can we gamble?", {}),
        ("We need 7 rooms, 6 twins and 1 double", {"rooms": 7}),
        ("We're looking at the 8 person suite", {}),
        ("we're 14 girls altogether", {"party_size": 14}),
        (
            "two adult tickets and one child ticket",
            {"party_size": 3, "children": 1},
        ),
        (
            "my sister Ruth and me, two old ladies",
            {"party_size": 2, "companions": ["family"]},
        ),
        ("I'll come down with my son and his wife", {"party_size": 3}),
        ("I'm vegan-curious", {}),
        ("I'm blind without coffee", {}),
    ],
)
def test_it_counts_what_is_meant(text: str, facts: dict[str, Any]) -> None:
    assert values(text) == facts


@pytest.mark.parametrize("joined", [", ", " and ", ". ", ", and "])
def test_it_counts_nobody_twice_who_is_told_of(joined: str) -> None:
    text = f"2 adults and a baby{joined}my wife is pregnant"
    assert values(text) == {"party_size": 3, "children": 1}


@pytest.mark.parametrize(
    ("text", "language", "ages"),
    [
        ("Where can my 18 month old play?", "en", [1]),
        ("I'm bringing my 8 month old", "en", [0]),
        ("our daughter is 30 months", "en", [2]),
        ("mi hija tiene 18 meses", "es", [1]),
        ("mon fils a 14 mois", "fr", [1]),
        ("my kid's 17 but he looks 30", "en", [17]),
    ],
)
def test_it_reads_ages(text: str, language: str, ages: list[int]) -> None:
    assert values(text, language) == {"children_ages": ages}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My wife and I need a room for 2 nights if possible", {"nights": 2}),
        ("Could you tell me if we can get 2 rooms?", {"rooms": 2}),
        ("My sister and her two kids are coming with us", {"children": 2}),
        ("Our flight lands on Friday", {"visit_dates": {"from": "2026-05-15"}}),
        ("it's my wife's birthday", {"occasion": ["birthday"]}),
    ],
)
def test_it_still_takes_what_resembles_them(text: str, facts: dict[str, Any]) -> None:
    own = values(text)
    for key, value in facts.items():
        if isinstance(value, dict):
            assert value.items() <= own[key].items()
        else:
            assert own[key] == value


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("Hello dear, this is Dolores, I have a question", "name", "Dolores"),
        ("Hello, this is not what I ordered", "name", None),
        ("Could you call me on the telephone", "preferred_contact", "phone"),
        ("I'd rather get everything by email please", "preferred_contact", "email"),
        (
            "Budget is £80 a head for dinner",
            "budget",
            {"amount": 80, "currency": "GBP", "per": "person"},
        ),
        ("3 of the girls are vegan", "dietary_needs", ["vegan"]),
    ],
)
def test_it_reads_free_ways_to_say_it(text: str, key: str, value: Any) -> None:
    assert values(text).get(key) == value
