"""Which ages a message tells, and of whom."""

from __future__ import annotations

import pytest

from apps.concierge.guardrails import ages


@pytest.mark.parametrize(
    ("text", "own", "company"),
    [
        ("I'm 17", [17], []),
        ("I am seventeen and bored", [17], []),
        ("we are a high school band, all 17", [17], []),
        ("my friends and I are all seventeen", [17], []),
        ("it's my 16th birthday today!", [16], []),
        ("I came here for my 16th birthday once", [], []),
        ("they were all 17 dollars", [], []),
        ("We are 5", [], [5]),
        ("wir sind 17", [], [17]),
        ("tenemos 17 años", [17], []),
        ("wir sind alle 17", [17], []),
        ("At fifty-eight am I too old for the club?", [58], []),
        ("my brother is 25 & I'm 16", [16], [25]),
        ("he is 25, she is 19", [], [25, 19]),
        ("we're 28 and 31, where to dance", [], [28, 31]),
        ("can my 22-year-old come", [], [22]),
        ("tengo 17 años", [17], []),
        ("J'ai 17 ans", [17], []),
        ("ich bin 17 Jahre alt", [17], []),
        ("mam 17 lat", [17], []),
        ("17 yas\u0327\u0131nday\u0131m", [17], []),
        ("tôi 17 tuổi", [17], []),
        ("我17岁", [17], []),
        ("私は17歳です", [17], []),
        ("저는 17살이에요", [17], []),
        ("عمري \N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT SEVEN} سنة", [17], []),
        ("मैं 17 साल का हूँ", [17], []),
        ("mi hija tiene 16 años", [], [16]),
    ],
)
def test_it_reads_ages(text: str, own: list[int], company: list[int]) -> None:
    assert ages.read(text) == (own, company)


@pytest.mark.parametrize(
    "text",
    [
        "I'm 20 minutes away",
        "I'm in 1712",
        "im 17th in line",
        "tengo 2 hijos",
        "room is 20 and big",
        "do I have to be 21 to gamble",
        "llevamos 20 años casados",
    ],
)
def test_other_numbers_are_no_ages(text: str) -> None:
    assert ages.read(text) == ([], [])


@pytest.mark.parametrize(
    ("text", "own", "company"),
    [
        ("I was born in 2009, which cocktail bar?", [17], []),
        ("I was born on May 3rd, 2009", [17], []),
        ("im born 2009 lol", [17], []),
        ("born in 2009, may I play?", [17], []),
        ("my date of birth is 03/05/2009", [17], []),
        ("I'm a 2009 baby", [17], []),
        ("nací en 2009, ¿qué bar?", [17], []),
        ("nací el 3 de mayo de 2009", [17], []),
        ("soy del 2009", [17], []),
        ("je suis née en 2009", [17], []),
        ("sono nata nel 2009", [17], []),
        ("nasci em 2009", [17], []),
        ("ich bin 2009 geboren", [17], []),
        ("ich bin Jahrgang 2009", [17], []),
        ("我2009年出生", [17], []),
        ("my son was born in 2015", [], [11]),
        ("mi hija nació en 2015", [], [11]),
        ("ma fille est née en 2015", [], [11]),
        ("I was born in 1990", [36], []),
        ("I turn 21 tomorrow", [20], []),
        ("i'll be twenty-one next week", [20], []),
        ("I'm almost 21", [20], []),
        ("cumplo 21 mañana", [20], []),
        ("j'aurai 21 ans demain", [20], []),
        ("the bar was born in 2009", [], []),
        ("is the hotel built in 2009?", [], []),
        ("class of 2009 reunion", [], []),
        ("we have been coming since 2009", [], []),
        ("I turned 21 yesterday", [], []),
        ("I was born in 1776", [], []),
    ],
)
def test_ages_follow_from_years_and_birthdays(
    text: str, own: list[int], company: list[int]
) -> None:
    assert ages.implied(text, 2026) == (own, company)


def test_a_coming_birthday_is_no_age_yet() -> None:
    assert ages.read("I turn 21 tomorrow") == ([], [])
    assert not ages.are_adults("I turn 21 tomorrow, which bar is best?")
    assert ages.are_adults("I turn 31 tomorrow, which bar is best?")
