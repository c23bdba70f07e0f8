"""What holds in the end: corrections, plans that fell through, who stays at home."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.guests.extraction import facts_in

# A Tuesday.
NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))
CHILDREN = {"children", "children_ages"}
DIET = {"dietary_needs"}


def values(text: str, language: str = "en") -> dict[str, Any]:
    return {fact.key: fact.value for fact in facts_in(text, language, NOW).facts}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("We were going to celebrate our birthday but we're ill", "en"),
        ("Íbamos a celebrar nuestro aniversario, pero no", "es"),
        ("On devait fêter notre mariage mais c'est annulé", "fr"),
        ("Wir wollten eigentlich unseren Hochzeitstag feiern", "de"),
        ("Dovevamo festeggiare il nostro anniversario", "it"),
        ("Íamos comemorar nosso casamento", "pt"),
        ("Our visit last weekend was great", "en"),
        ("If we end up with more people we'd be nine", "en"),
        ("It'd be twelve of us if everyone joins", "en"),
        ("Our dinner for 8 got cancelled", "en"),
    ],
)
def test_it_takes_no_plan_that_fell_through(text: str, language: str) -> None:
    assert values(text, language) == {}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("We said two kids but it's three", {"children": 3}),
        ("We booked three rooms but we only need two", {"rooms": 2}),
        ("3 people instead of 4 people", {"party_size": 3}),
        ("We're 2 adults and 3 kids, no, 2 kids", {"party_size": 4, "children": 2}),
        ("We're 2 adults and 3 kids", {"party_size": 5, "children": 3}),
        (
            "Me and my wife, actually just me",
            {"party_size": 1, "companions": ["alone"]},
        ),
        ("We leave Monday instead of Sunday", {"visit_dates": (None, "2026-05-18")}),
        (
            "We were planning on Friday, now we're arriving on Saturday",
            {"visit_dates": ("2026-05-16", None)},
        ),
    ],
)
def test_it_takes_what_holds_in_the_end(text: str, facts: dict[str, Any]) -> None:
    own = values(text)
    if dates := own.get("visit_dates"):
        own["visit_dates"] = (dates["from"], dates["until"])
    assert own == facts


@pytest.mark.parametrize(
    ("text", "day", "language"),
    [
        ("Llegamos el 22 en vez del 21", "2026-05-22", "es"),
        ("Nous arrivons le 22 au lieu du 21", "2026-05-22", "fr"),
        ("Wir kommen am 22. statt am 21. Mai", "2026-05-22", "de"),
        ("Chegamos no dia 22 em vez do dia 21", "2026-05-22", "pt"),
        ("Arriviamo il 22 invece dell'21 maggio", "2026-05-22", "it"),
    ],
)
def test_it_takes_the_day_that_replaces_another(
    text: str, day: str, language: str
) -> None:
    assert values(text, language)["visit_dates"] == {"from": day, "until": None}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My husband stays home with the two kids", {}),
        ("The kids stay with my parents", {}),
        ("I come with my parents", {"party_size": 3, "companions": ["parents"]}),
        ("I'm visiting my sister, she has two kids", {}),
        ("The elevator fits 6 people", {}),
        ("My parents will join my husband and me", {"party_size": 4}),
        ("My colleague is vegan", {}),
        ("My colleague is vegan, what can she eat?", {"dietary_needs": ["vegan"]}),
        ("I'm not a poker player", {}),
        ("I'm a poker player", {"interests": ["poker"]}),
        ("I'm a gold member at Marriott", {}),
        ("I'm a gold member at your casino", {"tier": "gold"}),
        ("My dog is 3 years old", {}),
        ("My daughter is 3 years old", {"children_ages": [3]}),
        ("My mom and dad come too, they're 70", {}),
        ("All four of us love sushi", {"party_size": 4}),
        ("Two of us love sushi", {"cuisines": ["sushi"]}),
    ],
)
def test_it_knows_of_whom_it_is_said(text: str, facts: dict[str, Any]) -> None:
    own = values(text)
    assert facts.items() <= own.items()
    assert "party_size" in facts or "party_size" not in own
    assert own == {} if not facts else own


@pytest.mark.parametrize(
    ("text", "language", "keys"),
    [
        ("The kids are staying home", "en", CHILDREN),
        ("We're coming without the kids", "en", CHILDREN),
        ("Die Kinder bleiben zu Hause", "de", CHILDREN),
        ("Unsere Kinder kommen doch nicht mit", "de", CHILDREN),
        ("As crianças ficam em casa", "pt", CHILDREN),
        ("I bambini restano a casa", "it", CHILDREN),
        ("Veniamo senza i bambini", "it", CHILDREN),
        ("Nous venons sans les enfants", "fr", CHILDREN),
        ("I eat meat again", "en", DIET),
        ("Je mange de nouveau de la viande", "fr", DIET),
        ("Volví a comer carne", "es", DIET),
        ("Ich esse wieder Fleisch", "de", DIET),
        ("Voltei a comer carne", "pt", DIET),
        ("Do you eat meat again?", "en", set()),
        ("My dad eats meat again", "en", set()),
        ("Can we come without the kids?", "en", set()),
        ("A quiet dinner without the kids", "en", set()),
    ],
)
def test_it_takes_back_what_holds_no_longer(
    text: str, language: str, keys: set[str]
) -> None:
    reading = facts_in(text, language, NOW)
    assert {fact.key for fact in reading.taken_back} == keys
    assert not reading.facts
