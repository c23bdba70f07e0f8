"""What is called off, counted or postponed is no fact of the visit."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.guests.extraction import facts_in

SATURDAY = datetime(2026, 5, 16, 10, tzinfo=ZoneInfo("America/New_York"))


def values(text: str, language: str) -> dict[str, Any]:
    return {fact.key: fact.value for fact in facts_in(text, language, SATURDAY).facts}


@pytest.mark.parametrize(
    ("text", "language", "key"),
    [
        ("I want to cancel my massage", "en", "interests"),
        ("We need to cancel our golf tee time", "en", "interests"),
        ("I have a dinner reservation tonight - cancel", "en", "visit_dates"),
        ("Quiero cancelar mi masaje", "es", "interests"),
        ("Je voudrais annuler mon massage", "fr", "interests"),
        ("Can we get a couple pillows?", "en", "party_size"),
        ("I need a couple extra towels", "en", "party_size"),
        ("we would like a couple blankets please", "en", "party_size"),
        ("400 of us are coming for the weekend", "en", "party_size"),
        ("somos 400", "es", "party_size"),
        ("we are at the Hilton for 3 nights, dinner with you", "en", "nights"),
        ("I'm staying at another hotel for 5 nights", "en", "nights"),
        ("estamos 3 noches en el Hilton", "es", "nights"),
        ("on est au Hilton pour 3 nuits", "fr", "nights"),
    ],
)
def test_it_notes_nothing_of_it(text: str, language: str, key: str) -> None:
    assert key not in values(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("We are coming this coming weekend", "en"),
        ("Vamos el fin de semana que viene", "es"),
        ("Llegamos el próximo fin de semana", "es"),
        ("Nous venons le week-end prochain", "fr"),
    ],
)
def test_a_weekend_to_come_is_not_the_one_that_has_begun(
    text: str, language: str
) -> None:
    dates = values(text, language)["visit_dates"]
    assert dates == {"from": "2026-05-22", "until": "2026-05-24"}


def test_a_couple_is_still_two() -> None:
    assert values("a room for a couple please", "en")["party_size"] == 2


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I've got about 250 a night to spend on grub", "en"),
        ("tengo 250 por noche para comer", "es"),
        ("j'ai 250 par soir pour manger", "fr"),
    ],
)
def test_money_for_food_is_no_price_of_a_room(text: str, language: str) -> None:
    assert values(text, language)["budget"]["per"] == "day"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("no kids this time", "en"),
        ("sin niños", "es"),
        ("al final no vienen los niños", "es"),
        ("pas d'enfants finalement", "fr"),
    ],
)
def test_where_no_children_come_their_ages_are_gone(text: str, language: str) -> None:
    taken_back = facts_in(text, language, SATURDAY).taken_back
    assert ("children_ages", []) in [(fact.key, fact.value) for fact in taken_back]
