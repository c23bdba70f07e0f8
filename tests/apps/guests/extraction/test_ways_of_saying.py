"""The same fact in other words: behind its word, without a word, in every language."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.guests.extraction import facts_in

NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))


def values(text: str, language: str) -> dict[str, Any]:
    return {fact.key: fact.value for fact in facts_in(text, language, NOW).facts}


@pytest.mark.parametrize(
    ("text", "language", "facts"),
    [
        ("Working out is the one thing I never skip", "en", {"interests": ["fitness"]}),
        ("Nous sommes passionnés de golf", "fr", {"interests": ["golf"]}),
        ("I don't drink", "en", {"dietary_needs": ["no_alcohol"]}),
        ("I don't hear well", "en", {"accessibility": ["hearing"]}),
        ("On fête les 50 ans de mon mari", "fr", {"occasion": ["birthday"]}),
        ("Fêtons nos 30 ans de mariage", "fr", {"occasion": ["anniversary"]}),
        ("My kid has a dairy allergy", "en", {"dietary_needs": ["dairy_free"]}),
        ("I not eat pork", "en", {"dietary_needs": ["no_pork"]}),
        ("I eat fish but no meat. Pescatarian, I guess", "en", ["pescatarian"]),
        (
            "two of our girls are vegetarian and one can't have gluten",
            "en",
            ["vegetarian", "gluten_free"],
        ),
        (
            "Je ne mange pas de porc et ma femme est végétarienne",
            "fr",
            ["no_pork", "vegetarian"],
        ),
    ],
)
def test_it_understands_other_ways_to_say_it(
    text: str, language: str, facts: Any
) -> None:
    expected = {"dietary_needs": facts} if isinstance(facts, list) else facts
    assert values(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "facts"),
    [
        ("we're four friends", "en", {"party_size": 4, "companions": ["friends"]}),
        ("Siamo tre amici", "it", {"party_size": 3, "companions": ["friends"]}),
        ("we're a family of five", "en", {"party_size": 5, "companions": ["family"]}),
        ("Wir sind eine fünfköpfige Familie", "de", {"party_size": 5}),
        ("12 of us, 4 kids", "en", {"party_size": 12, "children": 4}),
        ("我们四个朋友", "zh", {"party_size": 4, "companions": ["friends"]}),
        ("Do you have meeting space for 40?", "en", {}),
        ("¿Hay descuento para grupos de veinte personas?", "es", {}),
        ("We'd need two rooms only if the in-laws decide to come", "en", {}),
    ],
)
def test_it_counts_the_party_of_the_guest(
    text: str, language: str, facts: dict[str, Any]
) -> None:
    assert values(text, language) == facts


def test_days_joined_by_one_word_are_a_stay() -> None:
    visit = {"from": "2026-06-20", "until": "2026-06-23"}
    assert values("Veniamo dal 20 al 23 giugno", "it") == {"visit_dates": visit}


def test_a_night_makes_an_hour_clear() -> None:
    facts = values("Checking in tomorrow night around half past 8", "en")
    assert facts["arrival_time"] == "20:30"
    assert values("明天下午三点到", "zh")["arrival_time"] == "15:00"


def test_it_hears_what_chinese_guests_like() -> None:
    assert values("我们喜欢吃海鲜和日本菜", "zh") == {
        "cuisines": ["seafood", "japanese"]
    }
    assert values("我不喜欢海鲜", "zh") == {}
    assert values("我朋友喜欢海鲜", "zh") == {}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("my son has a peanut allergy", "en"),
        ("I'm allergic to peanuts", "en"),
        ("mi hijo es alérgico al maní", "es"),
        ("Soy alérgica a los cacahuates", "es"),
        ("Mon fils est allergique aux arachides", "fr"),
        ("Ich bin allergisch gegen Erdnüsse", "de"),
        ("Meine Tochter hat eine Erdnussallergie", "de"),
        ("Sou alérgico a amendoim", "pt"),
        ("Sono allergico alle arachidi", "it"),
        ("我儿子对花生过敏", "zh"),
    ],
)
def test_it_keeps_peanuts_apart_from_nuts(text: str, language: str) -> None:
    assert values(text, language).get("dietary_needs") == ["peanut_allergy"]


def test_it_takes_peanuts_and_nuts_as_two() -> None:
    diet = values("I can't eat peanuts or tree nuts", "en")["dietary_needs"]
    assert sorted(diet) == ["nut_allergy", "peanut_allergy"]
