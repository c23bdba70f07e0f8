"""What guests and those with them need, like and celebrate, however it is put."""

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
    ("text", "language", "key", "choices"),
    [
        (
            "I just want to sit by the pool and get a massage",
            "en",
            "interests",
            ["pool", "spa"],
        ),
        ("We just want to eat a good steak", "en", "cuisines", ["steak"]),
        ("Most of us will want a round of golf.", "en", "interests", ["golf"]),
        ("my son is ten and they love the arcade", "en", "interests", ["arcade"]),
        (
            "Our daughter comes with us, she's mad about bowling",
            "en",
            "interests",
            ["arcade"],
        ),
        (
            "viene mi hijo con nosotros y le encanta el golf",
            "es",
            "interests",
            ["golf"],
        ),
        (
            "Ma petite-fille vient avec nous et elle adore le golf.",
            "fr",
            "interests",
            ["golf"],
        ),
        (
            "a suite for me and my sister, who walks with a walker",
            "en",
            "accessibility",
            ["step_free"],
        ),
        (
            "mi madre, que usa silla de ruedas, viene con nosotros",
            "es",
            "accessibility",
            ["wheelchair"],
        ),
        ("service dog coming too", "en", "accessibility", ["service_animal"]),
        (
            "My colleague Anna is gluten free and will join us.",
            "en",
            "dietary_needs",
            ["gluten_free"],
        ),
        ("half my passengers are celiac", "en", "dietary_needs", ["gluten_free"]),
        (
            "Two of us are vegan, and one does not eat pork.",
            "en",
            "dietary_needs",
            ["vegan", "no_pork"],
        ),
        ("No como carne ni pescado", "es", "dietary_needs", ["vegetarian", "no_fish"]),
        (
            "je ne mange ni viande ni poisson",
            "fr",
            "dietary_needs",
            ["vegetarian", "no_fish"],
        ),
        (
            "4 guys, stag do, first weekend in June",
            "en",
            "occasion",
            ["bachelor_party"],
        ),
        ("two adults, honeymoon", "en", "occasion", ["honeymoon"]),
        ("bachelor party june 19-21", "en", "occasion", ["bachelor_party"]),
        ("somos diez y es despedida de soltero", "es", "occasion", ["bachelor_party"]),
        ("cumplimos veinticinco años de casados", "es", "occasion", ["anniversary"]),
        ("mein Mann und ich haben Silberhochzeit", "de", "occasion", ["anniversary"]),
        ("ich reise allein und geschäftlich", "de", "occasion", ["business"]),
        ("It is for a business dinner, 14 people", "en", "occasion", ["business"]),
        (
            "my company is sending 15 of us to a trade show",
            "en",
            "occasion",
            ["business"],
        ),
    ],
)
def test_it_takes_the_choices(
    text: str, language: str, key: str, choices: list[str]
) -> None:
    assert values(text, language)[key] == choices


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("my neighbour has kids and they love the arcade", "interests"),
        ("the waiter was nice, he loves golf", "interests"),
        ("gym, spa, wedding?", "occasion"),
        ("the dealer said she adores sushi", "cuisines"),
    ],
)
def test_what_others_like_is_not_taken(text: str, key: str) -> None:
    assert key not in values(text)


def test_a_denied_occasion_is_taken_back() -> None:
    (occasion,) = facts_in(
        "We're here for a wedding, not a birthday", "en", NOW
    ).taken_back
    assert occasion.value == ["birthday"]


@pytest.mark.parametrize(
    ("text", "language", "key", "value"),
    [
        ("Platinum here. Do I skip the line?", "en", "tier", "platinum"),
        ("Appelez-moi Odette.", "fr", "name", "Odette"),
        ("Llámeme Rosario", "es", "name", "Rosario"),
        ("Nennen Sie mich Jonas.", "de", "name", "Jonas"),
        ("mándeme un correo", "es", "preferred_contact", "email"),
    ],
)
def test_it_takes_what_is_personal(
    text: str, language: str, key: str, value: str
) -> None:
    assert values(text, language)[key] == value


def test_it_calls_nobody_tomorrow() -> None:
    assert "name" not in values("Appelez-moi demain", "fr")


@pytest.mark.parametrize(
    ("text", "language", "amount", "per"),
    [
        ("Staying for work, company pays up to 180 per night", "en", 180, "night"),
        ("our firm covers up to $90 a night", "en", 90, "night"),
        ("mi presupuesto es de 500 para toda la estancia", "es", 500, "stay"),
        ("notre budget est de 800 euros pour toute la semaine", "fr", 800, "stay"),
    ],
)
def test_it_takes_the_budget(text: str, language: str, amount: int, per: str) -> None:
    budget = values(text, language)["budget"]
    assert (budget["amount"], budget["per"]) == (amount, per)


def test_a_wedding_at_the_resort_begins_the_visit() -> None:
    dates = values("We're getting married at your resort on September 26!")
    assert dates["visit_dates"]["from"] == "2026-09-26"
