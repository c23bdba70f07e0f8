"""Sentences that resemble what guests tell of themselves, and tell nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.guests.extraction import facts_in

NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))


def values(text: str, language: str = "en") -> dict[str, Any]:
    return {fact.key: fact.value for fact in facts_in(text, language, NOW).facts}


@pytest.mark.parametrize(
    "text",
    [
        "I heard there's comedy every night.",
        "Poker is the reason I'm broke, never again.",
        "Shows are the one thing I can skip.",
        "I work every day at the spa down the street",
        "I gave up meat for Lent once",
        "being vegan must be hard",
        "Vegan and gluten free are not the same.",
        "My wife yelled at the waiter, he's vegan.",
        "reaction to the seafood tower was mixed",
        "Just made gold coins rain in the slots lol",
        "I'd rather call the police.",
        "Cheers Mate",
        "Wedding next door kept us up.",
        "my husband's birthday suit is not allowed I guess",
        "asking her to marry me was a mistake",
    ],
)
def test_words_of_a_list_are_no_fact_of_the_guest(text: str) -> None:
    assert values(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "Is it safe for a woman to walk there alone?",
        "now it's 5 and I'm still waiting",
        "we're a bunch of 5 star idiots",
        "we r 19 can we get in the casino",
        "meeting 4 people from your sales team at noon",
        "joining 100 other guests in the queue",
        "booked for 4, cancelled.",
        "you told me 3 nights, that's wrong",
        "My roommate thinks we're six. We're not.",
        "If my sister and her two kids come, we'd be six.",
        "Our driver says he's here for three nights.",
        "Write me a poem about a family of five.",
        "our kids are 2 rooms down the hall",
    ],
)
def test_numbers_of_something_else_count_nobody(text: str) -> None:
    assert values(text) == {}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Me dijeron que la habitación era para tres.", "es"),
        ("Deux enfants pleurent dans le couloir.", "fr"),
        ("On m'a parlé d'un groupe de vingt.", "fr"),
        ("Zwei Kinder schreien im Flur.", "de"),
        ("wäre es mit vier Zimmern billiger?", "de"),
        ("Ci sono due bambini che urlano.", "it"),
    ],
)
def test_nor_do_they_in_other_languages(text: str, language: str) -> None:
    assert values(text, language) == {}


def test_who_wants_more_texts_takes_nothing_back() -> None:
    assert facts_in("don't stop texting me the good news", "en", NOW).taken_back == ()


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("Nos quedamos hasta el lunes por la mañana.", "es", "2026-05-18"),
        ("Wir bleiben bis Montag Morgen.", "de", "2026-05-18"),
    ],
)
def test_the_morning_of_a_day_is_no_tomorrow(
    text: str, language: str, day: str
) -> None:
    reading = facts_in(text, language, NOW)
    assert reading.contradictions == ()
    assert values(text, language)["visit_dates"]["until"] == day
