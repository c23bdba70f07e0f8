"""What is no fact though its words are: jests, quotes, other people, cut numbers."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.guests.extraction import Reading, facts_in

NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))
MOST_SIGNS = 4096


def read(text: str, language: str = "en") -> Reading:
    return facts_in(text, language, NOW)


def values(text: str, language: str = "en") -> dict[str, Any]:
    return {fact.key: fact.value for fact in read(text, language).facts}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Let's suppose we're six people", "en"),
        ("What if we were vegan?", "en"),
        ("Imagina que somos diez", "es"),
        ("Wenn wir zu viert wären, was kostet das?", "de"),
        ("Si nous étions huit ?", "fr"),
        ("I'm vegetarian right?", "en"),
        ("Somos cuatro, ¿verdad?", "es"),
        ('Your sign says "we are kosher"', "en"),
        ("Mein Chef sagte “wir sind zu viert”", "de"),
        ("A lady at the bar said that she's vegan and we are six", "en"),
        ("I'm vegan. Just kidding.", "en"),
        ("please don't remember this, I'm vegan", "en"),
        ("I don't know whether we're staying three nights", "en"),
        ("None of us are vegetarian", "en"),
    ],
)
def test_what_a_guest_does_not_mean_is_no_fact(text: str, language: str) -> None:
    assert read(text, language) == Reading()


def test_only_the_part_that_is_not_meant_falls() -> None:
    assert values("We are four. What if we were six?") == {"party_size": 4}
    assert values("I'm vegan, and you close at ten, right?") == {
        "dietary_needs": ["vegan"]
    }


@pytest.mark.parametrize(
    ("text", "language", "needs"),
    [
        ("my brother is vegan", "en", None),
        ("Mon frère est végétarien", "fr", None),
        ("my wife is vegan but she isn't coming", "en", None),
        ("my brother is vegan and he's coming with us", "en", ["vegan"]),
        ("my brother is vegan, what can he eat?", "en", ["vegan"]),
        ("my brother and I are vegan", "en", ["vegan"]),
        ("my wife is vegan", "en", ["vegan"]),
        ("I'm vegan, my brother is vegetarian", "en", ["vegan"]),
        ("nobody in our party eats pork", "en", ["no_pork"]),
    ],
)
def test_what_others_eat_counts_if_they_come(
    text: str, language: str, needs: list[str] | None
) -> None:
    assert values(text, language).get("dietary_needs") == needs


@pytest.mark.parametrize(
    "text",
    [
        "my budget is $1e400",
        "my budget is $1,000,000,000",
        "our budget is 99999999999999999999 dollars",
        "budget of $250,0000",
        "we are 2.5 people",
        "Call me Visa",
        "My name is https://example.com",
        "My name is Bob99",
        "my name is on the reservation",
        "My flight arrives at 3",
        "can you hold my bags until Sunday?",
        "I'm checking out what to do tonight",
        "I keep kosher at home",
        "we don't eat meat on Fridays",
        "I have five siblings",
        "I've 3 kids but they're staying with grandma",
        "are you hosting a wedding?",
        "my wedding dress needs steaming",
        "we're expecting a baby in June",
        "I'm blind without my glasses",
        "3 or 4 nights",
        "we'd be two to three people",
        "between 8 and 10 of us",
        "Wir bleiben zwei bis drei Nächte",
        "can two people share one massage?",
        "moving our arrival from Friday to Saturday",
        "my parents arrive on Thursday",
        "I'm 62, do you have a senior discount?",
        "please no seafood restaurants",
        "I arrived at 2 and my room isn't ready",
    ],
)
def test_it_tells_nothing_of_this_visit(text: str) -> None:
    assert read(text) == Reading()


@pytest.mark.parametrize(
    ("text", "language", "amount", "currency"),
    [
        ("our budget is $1,250 a night", "en", 1250, "USD"),
        ("Unser Budget ist 1.250 Euro pro Nacht", "de", 1250, "EUR"),
        ("Nuestro presupuesto es de 300 dólares por noche", "es", 300, "USD"),
    ],
)
def test_money_is_read_as_its_language_writes_it(
    text: str, language: str, amount: int, currency: str
) -> None:
    budget = {"amount": amount, "currency": currency, "per": "night"}
    assert values(text, language)["budget"] == budget


@pytest.mark.parametrize(
    ("text", "occasions", "taken_back"),
    [
        ("actually it's my birthday, not our anniversary", ["birthday"], True),
        ("it's our anniversary, no wait, it's my birthday", ["birthday"], False),
        ("it's our anniversary and my birthday", ["anniversary", "birthday"], False),
        ("it's our anniversary, actually it's also my birthday", None, False),
    ],
)
def test_a_correction_replaces_an_occasion(
    text: str, occasions: list[str] | None, taken_back: bool
) -> None:
    reading = read(text)
    (fact,) = reading.facts
    assert fact.value == (occasions or ["anniversary", "birthday"])
    assert [gone.value for gone in reading.taken_back] == [["anniversary"]] * taken_back


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("my kids aren't 5 and 7 anymore", "en"),
        ("meine Kinder sind nicht mehr 5 und 7", "de"),
    ],
)
def test_ages_are_taken_back(text: str, language: str) -> None:
    reading = read(text, language)
    assert [(fact.key, fact.value) for fact in reading.taken_back] == [
        ("children_ages", [5, 7])
    ]
    assert not reading.facts


def test_a_day_of_arrival_that_is_over_is_not_the_next_one() -> None:
    dates = values("We arrived on Monday and are staying till Thursday")["visit_dates"]
    assert dates == {"from": None, "until": "2026-05-14"}


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("dinner for my brother, 25 people", 25),
        ("two people in our group don't drink", None),
        ("one of us uses a cane", None),
    ],
)
def test_a_part_of_the_party_is_not_the_party(text: str, party: int | None) -> None:
    assert values(text).get("party_size") == party


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Checking in on the 19th and out on the 22nd", "2026-05-19", "2026-05-22"),
        ("We stay June 3-5, no, now it's June 4-6", "2026-06-04", "2026-06-06"),
        ("My parents arrive on Thursday, we come Friday", "2026-05-15", None),
    ],
)
def test_the_days_are_those_of_the_guest(
    text: str, first: str, last: str | None
) -> None:
    assert values(text)["visit_dates"] == {"from": first, "until": last}


def test_the_ages_of_several_children_are_no_contradiction() -> None:
    assert values("my son is ten and my daughter is seven")["children_ages"] == [7, 10]


@pytest.mark.parametrize(
    "piece", ["7", ",", "1,", "$1,", "\U0001f600", '"', "at 5 pm ", "we, i'm vegan, "]
)
def test_twice_the_text_takes_about_twice_the_time(piece: str) -> None:
    def seconds(signs: int) -> float:
        text = (piece * MOST_SIGNS)[:signs]
        spent = []
        for _ in range(3):
            start = time.process_time()
            read(text)
            spent.append(time.process_time() - start)
        return min(spent)

    seconds(1)
    assert seconds(2000) < 8 * max(seconds(500), 0.001)


def test_who_is_only_told_of_is_not_counted_twice() -> None:
    facts = values("2 adults and a baby, my wife is pregnant")
    assert (facts["party_size"], facts["children"]) == (3, 1)
