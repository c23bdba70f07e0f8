"""What guests leave out: subjects, verbs, who "she" is, what "it" is."""

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
    ("text", "facts"),
    [
        (
            "checking in friday around 9pm, is the buffet still open then?",
            {
                "visit_dates": {"from": "2026-05-15", "until": None},
                "arrival_time": "21:00",
            },
        ),
        ("Vegetarian, two people", {"dietary_needs": ["vegetarian"], "party_size": 2}),
        ("im marta, vegan, 3 of us", {"dietary_needs": ["vegan"], "party_size": 3}),
        ("were vegetarian, where can we eat", {"dietary_needs": ["vegetarian"]}),
        ("just so you know, celiac", {"dietary_needs": ["gluten_free"]}),
        ("looking for dinner, vegan, cheap please", {}),
        ("two of us dropped out", {}),
        ("Hi, Priya here. Is the pool open?", {"name": "Priya"}),
        ("Is there golf nearby? I love to play", {"interests": ["golf"]}),
        ("Is the sportsbook open? I never miss it", {"interests": ["sports_betting"]}),
        ("Adults: 2, children: 1", {"party_size": 3, "children": 1}),
        (
            "We're here with my mother. She uses a walker.",
            {"companions": ["parents"], "accessibility": ["step_free"]},
        ),
        ("My mother is coming with us", {"companions": ["parents"]}),
        ("This is Karen, I'm with my two sisters", {"name": "Karen", "party_size": 3}),
    ],
)
def test_it_completes_what_is_left_out(text: str, facts: dict[str, Any]) -> None:
    assert facts.items() <= values(text).items()


@pytest.mark.parametrize(
    ("text", "amount", "per"),
    [
        ("looking for something under $150 a night", 150, "night"),
        ("we have about 50 bucks per person", 50, "person"),
        ("max $400 total", 400, "stay"),
    ],
)
def test_a_limit_is_a_budget(text: str, amount: int, per: str) -> None:
    budget = values(text)["budget"]
    assert (budget["amount"], budget["per"]) == (amount, per)


@pytest.mark.parametrize(
    ("text", "language", "dates"),
    [
        ("Wir kommen vom 12. bis 15. Juni", "de", ("2026-06-12", "2026-06-15")),
        ("Checked in today, leaving tomorrow", "en", (None, "2026-05-13")),
    ],
)
def test_it_reads_both_ends(
    text: str, language: str, dates: tuple[str | None, str]
) -> None:
    visit = values(text, language)["visit_dates"]
    assert (visit["from"], visit["until"]) == dates


@pytest.mark.parametrize(
    "text",
    [
        "Is parking under $20 a day?",
        "They charge about $200 a night",
        "vegan anywhere?",
        "It's Friday, what's open?",
        "I'm Canadian",
        "Is there golf? My neighbour loves it",
        "My neighbour came last year. She uses a walker.",
        "your ad says 2 nights for 199",
        "A surprise for my wife, who is the planner?",
    ],
)
def test_it_takes_nothing_that_only_resembles_it(text: str) -> None:
    assert not {*values(text)} - {"nights", "companions"}
