"""How many come and who they are, however it is put."""

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
    ("text", "language", "size"),
    [
        ("somos tres bueno no cuatro con mi mamá", "es", 4),
        ("vamos cinco, no, perdón, seis", "es", 6),
        ("nous serons trois, non pardon, quatre avec mon gendre", "fr", 4),
        ("on sera cinq, enfin non, six personnes", "fr", 6),
        ("wir sind vier, nein, ach fünf", "de", 5),
        ("siamo in tre, anzi no, quattro", "it", 4),
        ("somos três, não, desculpe, quatro com a minha mãe", "pt", 4),
    ],
)
def test_the_last_number_of_a_correction_counts(
    text: str, language: str, size: int
) -> None:
    assert values(text, language)["party_size"] == size


@pytest.mark.parametrize(
    ("text", "language", "size", "children"),
    [
        ("Travelling with a toddler (2) and a 6 yr old", "en", None, 2),
        ("me, my two girls, 5 and 8, and my mom", "en", 4, 2),
        ("seríamos mi marido, mis dos hijas de 5 y 8 años y yo", "es", 4, 2),
        ("mon mari, nos deux filles de 4 et 6 ans et moi", "fr", 4, 2),
        ("There's me, my husband and our twins who are 7", "en", 4, 2),
        ("5 of us: me, hubby, the twins and my mom", "en", 5, 2),
        ("vamos mi esposo, los gemelos y yo", "es", 4, 2),
        ("mon mari, les jumeaux et moi", "fr", 4, 2),
    ],
)
def test_children_count_whose_ages_are_told(
    text: str, language: str, size: int | None, children: int
) -> None:
    facts = values(text, language)
    assert facts["children"] == children
    assert size is None or facts["party_size"] == size


@pytest.mark.parametrize(
    ("text", "language", "key", "value"),
    [
        ("My company is sending 15 of us in November", "en", "party_size", 15),
        ("10 of us from the office are in town", "en", "party_size", 10),
        ("10 of us from the office are in town", "en", "companions", ["colleagues"]),
        ("It's my team's offsite", "en", "companions", ["colleagues"]),
        ("Actually it is two nights; I said three before", "en", "nights", 2),
        ("Es sind nicht vier Nächte, sondern fünf.", "de", "nights", 5),
        ("no son cuatro noches sino cinco", "es", "nights", 5),
        ("solo una noche", "es", "nights", 1),
        ("nur eine Nacht", "de", "nights", 1),
        ("ein Kind von 6 Jahren kommt mit uns", "de", "children_ages", [6]),
        ("minha avó usa bengala e vai com a gente", "pt", "companions", ["parents"]),
        (
            "we'll be six because my cousin is coming too",
            "en",
            "companions",
            ["family"],
        ),
        ("我和两个朋友下周五到", "zh", "party_size", 3),
    ],
)
def test_it_takes_them(text: str, language: str, key: str, value: Any) -> None:
    assert values(text, language)[key] == value


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("my company is 50 people", "party_size"),
        ("it's 2 nights minimum on weekends", "nights"),
        ("The bus brings 40 of us from the parish", "party_size"),
        ("2 twin rooms", "children"),
        ("check in is at 3 right", "arrival_time"),
    ],
)
def test_it_takes_no_other_number(text: str, key: str) -> None:
    assert key not in values(text)


def test_a_form_names_the_days_of_the_visit() -> None:
    dates = values("Check in is the 1st of July, check out the 5th.")["visit_dates"]
    assert dates == {"from": "2026-07-01", "until": "2026-07-05"}
