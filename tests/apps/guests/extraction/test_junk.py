"""Abuse, impossible figures and what is of others are no facts about the guest."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.guests.extraction import facts_in

# A Tuesday.
NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("my name is fuck you", "en"),
        ("call me Asshole", "en"),
        ("me llamo Puta Madre", "es"),
        ("ich heisse Arschloch", "de"),
        ("we arrive June 5 9999", "en"),
        ("we arrive June 5, 1999", "en"),
        ("we arrive 6/5/9999", "en"),
        ("my budget is -500 a night", "en"),
        ("our budget is -$500", "en"),
        ("my budget is 4111 1111 1111 1111", "en"),
        ("my budget: 3782 822463 10005", "en"),
        ("my budget is $4111-1111-1111-1111 a night", "en"),
        ("4111 1111 1111 1111 dollars max each", "en"),
        ("mi presupuesto es 4111 1111 1111 1111", "es"),
        ("我的预算是4111111111111111", "zh"),
        ("预算4111 1111 1111 1111", "zh"),
        ("My friend's birthday is near, any ideas?", "en"),
        ("it's my neighbor's birthday, is there a gift shop?", "en"),
        ("Es el cumpleaños de mi amigo", "es"),
        ("C'est l'anniversaire de mon ami", "fr"),
    ],
)
def test_it_takes_no_junk(text: str, language: str) -> None:
    assert facts_in(text, language, NOW).facts == ()


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("my name is Christopher Guest", "name", "Christopher Guest"),
        ("my name is Anna Slutsky", "name", "Anna Slutsky"),
        ("we arrive June 5, 2027", "visit_dates", {"from": "2027-06-05"}),
        ("our budget - 500 a night", "budget", {"amount": 500}),
        ("my budget is $500, card 4111 1111 1111 1111", "budget", {"amount": 500}),
        ("our budget is 2000 2026-06-12", "budget", {"amount": 2000}),
        ("we're here for my friend's birthday", "occasion", ["birthday"]),
        ("it's my wife's birthday", "occasion", ["birthday"]),
        ("Celebramos el cumpleaños de mi amigo", "occasion", ["birthday"]),
    ],
)
def test_it_still_takes_what_resembles_it(text: str, key: str, value: Any) -> None:
    language = "es" if text.startswith("Cele") else "en"
    values = {fact.key: fact.value for fact in facts_in(text, language, NOW).facts}
    if isinstance(value, dict):
        assert value.items() <= values[key].items()
    else:
        assert values[key] == value
