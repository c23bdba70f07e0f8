"""What sounds like a fact of the visit, and is none."""

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
    ("text", "language"),
    [
        ("I will be arriving alone on Monday, my wife joins me Tuesday.", "en"),
        ("I'm coming alone Friday, our kids arrive on Saturday.", "en"),
        ("I'm travelling solo with my two kids", "en"),
        ("viajo sola con mis dos hijos", "es"),
        ("Je voyage seule avec ma fille de 11 ans", "fr"),
        ("ich reise allein mit meiner Tochter", "de"),
    ],
)
def test_who_is_accompanied_is_not_alone(text: str, language: str) -> None:
    facts = values(text, language)
    assert "alone" not in facts.get("companions", [])
    assert facts.get("party_size") != 1


@pytest.mark.parametrize(
    ("text", "language", "key"),
    [
        ("We'll be 4, or 5 if my sister can make it", "en", "party_size"),
        ("We are six, or maybe 7, of us.", "en", "party_size"),
        ("What is the cancellation policy if we're only 3?", "en", "party_size"),
        ("Is there a fee if we are 2 instead of 4?", "en", "party_size"),
        ("I read that a party of 8 or more pays a tip", "en", "party_size"),
        ("un grupo de 8 o más paga propina", "es", "party_size"),
        ("It would have been our fiftieth anniversary this year.", "en", "occasion"),
        ("Dad's birthday would've been on Friday.", "en", "occasion"),
        ("Habría sido nuestro aniversario.", "es", "occasion"),
        ("Ça aurait été notre anniversaire de mariage.", "fr", "occasion"),
        ("I have seven grandchildren, the eldest is a doctor.", "en", "children"),
        ("Three grandsons we have, all over the country.", "en", "children"),
        ("tengo cuatro nietos, todos médicos", "es", "children"),
        ("They asked me to bring my brother in law's dog.", "en", "companions"),
        ("I would be arriving on the noon train.", "en", "arrival_time"),
        ("We're coming on the 5pm bus.", "en", "arrival_time"),
        ("make it 1pm", "en", "arrival_time"),
        ("please make it 1 pm instead", "en", "arrival_time"),
        ("I am booking on behalf of my boss, he is vegan.", "en", "dietary_needs"),
        ("Llamo en nombre de mi amigo, es vegano.", "es", "dietary_needs"),
    ],
)
def test_it_is_no_fact_of_the_visit(text: str, language: str, key: str) -> None:
    assert key not in values(text, language)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("We have three grandkids with us", "children", 3),
        ("we are bringing our 2 grandkids", "children", 2),
        ("I'm coming alone on Friday", "companions", ["alone"]),
        ("arriving at noon on Saturday", "arrival_time", "12:00"),
    ],
)
def test_what_only_resembles_it_is_taken(text: str, key: str, value: Any) -> None:
    assert values(text)[key] == value


def test_the_way_home_ends_the_visit() -> None:
    dates = values("two rooms please, back on the bus Sunday at noon")["visit_dates"]
    assert dates == {"from": None, "until": "2026-05-17"}


def test_who_makes_it_at_a_time_arrives_then() -> None:
    assert "arrival_time" in values("we can only make it at 8pm on Friday")
