"""More ways in which guests tell something, of as many voices."""

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
    ("text", "key", "value"),
    [
        ("it'll just be me", "party_size", 1),
        ("Headcount went down to 32.", "party_size", 32),
        ("We shall be three, with my niece.", "party_size", 3),
        ("I am with my wife and two sons, 4 people.", "party_size", 4),
        ("6 people total including 2 kids", "party_size", 6),
        ("Four nights should be plenty.", "nights", 4),
        ("traveling with twins, they just turned 6!!", "children_ages", [6]),
        ("My grandson Toby is nine and wants to bowl.", "children_ages", [9]),
        ("We're six, two kids of 4 and 7.", "children_ages", [4, 7]),
        ("expect us around half past four", "arrival_time", "16:30"),
        ("driving in around noon friday", "arrival_time", "12:00"),
    ],
)
def test_it_counts_them(text: str, key: str, value: Any) -> None:
    assert values(text)[key] == value


@pytest.mark.parametrize(
    ("text", "key", "choices"),
    [
        ("2 r veggie", "dietary_needs", ["vegetarian"]),
        (
            "Six of the delegates are vegetarian, one keeps kosher",
            "dietary_needs",
            ["vegetarian"],
        ),
        (
            "Two attendees follow a vegan diet and one has a severe nut allergy.",
            "dietary_needs",
            ["vegan", "nut_allergy"],
        ),
        ("Neither of us eats fish.", "dietary_needs", ["no_fish"]),
        ("neither of us drinks", "dietary_needs", ["no_alcohol"]),
        ("The little one can't have dairy.", "dietary_needs", ["dairy_free"]),
        (
            "She's lactose intolerant, I'm fine with everything.",
            "dietary_needs",
            ["dairy_free"],
        ),
        ("I'm a full-time wheelchair user", "accessibility", ["wheelchair"]),
        ("I need a shower I can wheel into.", "accessibility", ["roll_in_shower"]),
        ("hubby wants to play poker", "interests", ["poker"]),
    ],
)
def test_it_reads_choices(text: str, key: str, choices: list[str]) -> None:
    assert values(text)[key] == choices


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("can you text me, I can't talk right now", "preferred_contact", "sms"),
        ("hit my cell, dont email", "preferred_contact", "phone"),
        ("call dont text, im drivin", "preferred_contact", "phone"),
        ("I prefer you write me email", "preferred_contact", "email"),
        ("I'm one of your Titanium people", "tier", "titanium"),
        ("Best regards, Anil Mehta", "name", "Anil Mehta"),
        ("name's Earl", "name", "Earl"),
    ],
)
def test_it_knows_who_writes_and_how_to_reach_him(
    text: str, key: str, value: str
) -> None:
    assert values(text)[key] == value


@pytest.mark.parametrize(
    ("text", "per"),
    [
        ("we got like 3k between us for food and drinks", ""),
        ("I could do about 120 a night", "night"),
        ("100 dollar for night is maximum for us", "night"),
    ],
)
def test_it_hears_what_may_be_spent(text: str, per: str) -> None:
    assert values(text)["budget"]["per"] == per


@pytest.mark.parametrize(
    ("text", "language", "key", "value"),
    [
        ("llegamos a las ocho de la noche", "es", "arrival_time", "20:00"),
        ("on arrive à huit heures du soir", "fr", "arrival_time", "20:00"),
        ("chegamos às oito da noite", "pt", "arrival_time", "20:00"),
        ("wir kommen um acht Uhr abends an", "de", "arrival_time", "20:00"),
        ("somos mi esposo, mi suegra y yo", "es", "party_size", 3),
        ("somos siete chicas", "es", "party_size", 7),
        ("despedida de soltera, somos siete", "es", "occasion", ["bachelorette_party"]),
        ("no comemos puerco", "es", "dietary_needs", ["no_pork"]),
        ("Somos seis y uno es celíaco", "es", "dietary_needs", ["gluten_free"]),
        ("C'est pour nos dix ans de mariage", "fr", "occasion", ["anniversary"]),
        ("mon fils de 7 ans est végane", "fr", "dietary_needs", ["vegan"]),
        ("Pas de porc pour nous, merci.", "fr", "dietary_needs", ["no_pork"]),
        ("Wir essen beide kein Fleisch.", "de", "dietary_needs", ["vegetarian"]),
        ("Ankunft Freitag gegen 18 Uhr", "de", "arrival_time", "18:00"),
        ("Eu e meu marido somos celíacos", "pt", "dietary_needs", ["gluten_free"]),
    ],
)
def test_it_reads_other_languages(
    text: str, language: str, key: str, value: Any
) -> None:
    assert values(text, language)[key] == value


def test_an_afternoon_is_no_hour() -> None:
    assert "arrival_time" not in values("we arrive one afternoon")
