"""Alice asks for yes or no: the records of the row that she names decide."""

from __future__ import annotations

import re

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests.turns import ask

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Does the Deluxe Room cost $99?", "No"),
        ("Is the Deluxe Room under $200?", "Yes"),
        ("Does it cost anything to join Momentum?", "No"),
        ("Is the gym free if I do not stay?", ""),
        ("Is Caputo in the Casino of the Sky?", "No"),
        ("Is Caputo in the Casino of the Earth?", "Yes"),
        ("Does SolToro serve sushi?", ""),
        ("Does Sushi Palace serve sushi?", "Yes"),
        ("Do you have a bingo hall?", ""),
        ("Is there happy hour at Birdcage Bar at 5pm?", ""),
        ("Is there an outdoor pool?", ""),
        ("do you have texas holdem", "Yes"),
        ("Is parking free and how much is valet?", ""),
        ("Is there an indoor pool?", "Yes"),
    ],
)
async def test_the_answer_says_yes_or_no_where_the_records_do(
    demo: Property, turns: TurnRunner, text: str, verdict: str
) -> None:
    answer = (await ask(demo, turns, text))["answer"]
    opening = re.match(r"(Yes|No)[.,] ", answer)
    assert (opening[1] if opening else "") == verdict, answer


@pytest.mark.parametrize(
    ("text", "language", "begins"),
    [
        ("Is Tuscany open on February 30?", "en", "I did not understand that date"),
        ("Is Tuscany open on 2026-13-45?", "en", "I did not understand that date"),
        ("Was the buffet open yesterday?", "en", "I did not understand that date"),
        ("¿Tuscany abre el 30 de febrero?", "es", "No he entendido esa fecha"),
        ("Tuscany est-il ouvert le 31 avril ?", "fr", "Je n'ai pas compris cette date"),
    ],
)
async def test_the_answer_says_that_a_date_is_none(
    demo: Property, turns: TurnRunner, text: str, language: str, begins: str
) -> None:
    result = await ask(demo, turns, text, language)
    assert result["answer"].startswith(begins)


async def test_a_day_too_far_away_matters_to_hours_alone(
    demo: Property, turns: TurnRunner
) -> None:
    result = await ask(demo, turns, "Is the casino open on 2099-12-31?")
    assert result["answer"].startswith("I did not understand that date")
    result = await ask(demo, turns, "What is the dress code at Tuscany on 2099-12-31?")
    assert "usiness casual" in result["answer"]


async def test_no_hours_are_told_of_a_name_that_no_record_has(
    demo: Property, turns: TurnRunner
) -> None:
    answer = (await ask(demo, turns, "When does Common Cafe open?"))["answer"]
    assert answer.startswith("I find nothing about that in the records")
