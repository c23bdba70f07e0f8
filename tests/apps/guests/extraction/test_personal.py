"""How guests want to be reached, their tier, their budget and their name."""

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
    ("text", "language", "channel"),
    [
        ("Text me please", "en", "sms"),
        ("email pls, not phone", "en", "email"),
        ("prefer text over calls", "en", "sms"),
        ("I only check email", "en", "email"),
        ("Prefiero que me escriban por correo", "es", "email"),
        ("Llámenme por teléfono", "es", "phone"),
        ("Appelez-moi plutôt", "fr", "phone"),
        ("Merci de me répondre par mail", "fr", "email"),
        ("Bitte rufen Sie mich an", "de", "phone"),
        ("Am liebsten per SMS", "de", "sms"),
        ("Prefiro mensagem de texto", "pt", "sms"),
        ("Preferisco essere contattato via email", "it", "email"),
        ("请给我打电话", "zh", "phone"),
    ],
)
def test_it_hears_how_a_guest_wants_to_be_reached(
    text: str, language: str, channel: str
) -> None:
    assert values(text, language) == {"preferred_contact": channel}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("call me a cab", "en"),
        ("can someone call me back at noon", "en"),
        ("can you text me the menu", "en"),
        ("what is the phone number of the spa", "en"),
        ("¿Tienen correo electrónico?", "es"),
        ("Pouvez-vous m'appeler un taxi ?", "fr"),
        ("Wie ist Ihre Telefonnummer?", "de"),
        ("不要打电话给我", "zh"),
    ],
)
def test_it_takes_no_errand_for_a_preference(text: str, language: str) -> None:
    assert "preferred_contact" not in values(text, language)


@pytest.mark.parametrize(
    ("text", "language", "tier"),
    [
        ("I'm Diamond", "en", "diamond"),
        ("is my pearl card still valid", "en", "pearl"),
        ("Soy miembro Oro", "es", "gold"),
        ("Je suis membre Platine", "fr", "platinum"),
        ("Ich habe bei Ihnen Goldstatus", "de", "gold"),
        ("Sou membro Ouro", "pt", "gold"),
        ("Ho la carta Oro", "it", "gold"),
        ("我是金卡会员", "zh", "gold"),
    ],
)
def test_it_hears_the_tier_of_the_guest(text: str, language: str, tier: str) -> None:
    assert values(text, language) == {"tier": tier}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I'm black and need a hair salon", "en"),
        ("my brother is a gold member", "en"),
        ("I have a gold card with another hotel", "en"),
        ("what do I need to get emerald", "en"),
        ("¿Qué beneficios tiene el nivel diamante?", "es"),
        ("金卡会员有什么优惠", "zh"),
    ],
)
def test_it_gives_no_tier_to_others(text: str, language: str) -> None:
    assert "tier" not in values(text, language)


@pytest.mark.parametrize(
    ("text", "language", "budget"),
    [
        ("$100 per person is what we can spend", "en", (100, "USD", "person")),
        ("my budget is three hundred a night", "en", (300, "USD", "night")),
        ("no quiero gastar más de doscientos euros", "es", (200, "EUR", "")),
        ("预算每晚200美元", "zh", (200, "USD", "night")),
    ],
)
def test_it_hears_a_budget(
    text: str, language: str, budget: tuple[int, str, str]
) -> None:
    amount, currency, per = budget
    value = {"amount": amount, "currency": currency, "per": per}
    assert values(text, language) == {"budget": value}


def test_one_night_of_a_rate_is_no_length_of_a_stay() -> None:
    assert "nights" not in values("we spend maximum 150 dollars for one night", "en")


def test_the_fuller_of_two_forms_of_a_name_counts() -> None:
    text = "Hi, I'm Marco. My name is Marco Rossi."
    assert values(text, "en") == {"name": "Marco Rossi"}
    assert values("This is Harold Whitcombe.", "en") == {"name": "Harold Whitcombe"}
    assert values("This is Amazing", "en") == {}
