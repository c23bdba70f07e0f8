"""Sums that guests ask for are read without a model, and told with their figures."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from apps.concierge.tools.calculate import questions
from apps.concierge.tools.calculate.tool import Calculation

TODAY = date(2026, 11, 20)
ASKED: list[tuple[str, dict[str, Any]]] = [
    (
        "split the bill 4 ways its 212.40 plus 18%",
        {"kind": "split", "amount": 212.4, "people": 4, "percent": 18.0},
    ),
    ("Split $240 between 6 people", {"kind": "split", "amount": 240.0, "people": 6}),
    (
        "can you split a 312 dollar bill 4 ways with a 20% tip?",
        {"kind": "split", "amount": 312.0, "people": 4, "percent": 20.0},
    ),
    (
        "our bill is $96 and we are 3, what does each of us pay?",
        {"kind": "split", "amount": 96.0, "people": 3},
    ),
    (
        "Divide la cuenta de $240 entre 6",
        {"kind": "split", "amount": 240.0, "people": 6},
    ),
    (
        "Partager $90 entre 3 personnes avec 10% de pourboire",
        {"kind": "split", "amount": 90.0, "people": 3, "percent": 10.0},
    ),
    (
        "what's an 18% tip on $86?",
        {"kind": "percent", "percent": 18.0, "amount": 86.0},
    ),
    ("3 nights at $189?", {"kind": "stay", "nights": 3, "amount": 189.0}),
    (
        "how much are 2 rooms for three nights at $200?",
        {"kind": "stay", "nights": 3, "amount": 200.0, "rooms": 2},
    ),
    (
        "How many nights from Dec 30 to Jan 2?",
        {"kind": "nights", "arrival": "2026-12-30", "departure": "2027-01-02"},
    ),
    (
        "how many nights is December 3 to 7",
        {"kind": "nights", "arrival": "2026-12-03", "departure": "2026-12-07"},
    ),
    (
        "I have 4,200 tier credits, how many more for Leap?",
        {"kind": "tier_points", "points": 4200, "tier": "Leap"},
    ),
    ("what's 3 times 129?", {"kind": "expression", "expression": "3 * 129"}),
    ("12 x 4", {"kind": "expression", "expression": "12 * 4"}),
    ("what is 2^10", {"kind": "expression", "expression": "2**10"}),
    ("What is 10**10**10?", {"kind": "expression", "expression": "10**10**10"}),
    ("What is 2 * -3", {"kind": "expression", "expression": "2 * -3"}),
    ("100 divided by 6", {"kind": "expression", "expression": "100 / 6"}),
    ("100 split 0 ways", {"kind": "split", "amount": 100.0, "people": 0}),
    (
        "how much is 300 split between 5 of us?",
        {"kind": "split", "amount": 300.0, "people": 5},
    ),
    ("divide 100 by 4", {"kind": "expression", "expression": "100 / 4"}),
    (
        "cuánto es 100 dividido por 8",
        {"kind": "expression", "expression": "100 / 8"},
    ),
    (
        "what's 18% on $240 split by 5",
        {"kind": "split", "amount": 240.0, "people": 5, "percent": 18.0},
    ),
    (
        "split 212.40 by 4 with 18% tip",
        {"kind": "split", "amount": 212.4, "people": 4, "percent": 18.0},
    ),
    (
        "split 100 among 0 people",
        {"kind": "split", "amount": 100.0, "people": 0},
    ),
]
WHOLE_FIGURES: list[tuple[str, dict[str, Any]]] = [
    (
        "20% tip on $86.40 for 3",
        {"kind": "split", "amount": 86.4, "people": 3, "percent": 20.0},
    ),
    (
        "15% of $99.99 for 2",
        {"kind": "percent", "percent": 15.0, "amount": 99.99, "people": 2},
    ),
    (
        "20% de propina sobre $86,40 entre 3 personas",
        {"kind": "split", "amount": 86.4, "people": 3, "percent": 20.0},
    ),
    (
        "15% sur $99,99 pour 2",
        {"kind": "percent", "percent": 15.0, "amount": 99.99, "people": 2},
    ),
    (
        "if I have 1.5k tier credits how many more to Leap",
        {"kind": "tier_points", "points": 1500, "tier": "Leap"},
    ),
    (
        "with 2,499.5 credits how many more points for Leap",
        {"kind": "tier_points", "points": 2499.5, "tier": "Leap"},
    ),
    (
        "tengo 1.500 créditos, ¿cuántos me faltan para Leap?",
        {"kind": "tier_points", "points": 1500, "tier": "Leap"},
    ),
    ("split $2k among 4 friends", {"kind": "split", "amount": 2000, "people": 4}),
    (
        "Divide la cuenta de $1.250 entre 5",
        {"kind": "split", "amount": 1250, "people": 5},
    ),
]
NEXT_TIER: list[tuple[str, dict[str, Any]]] = [
    (
        "How many points do I need to reach the next tier from 1,800 Tier Credits?",
        {"kind": "tier_points", "points": 1800, "tier": ""},
    ),
    (
        "I've got 1,800 points, how far to the next level?",
        {"kind": "tier_points", "points": 1800, "tier": ""},
    ),
    (
        "with 1800 credits how much is missing to my next status",
        {"kind": "tier_points", "points": 1800, "tier": ""},
    ),
    (
        "Tengo 1.800 puntos, ¿cuántos me faltan para el siguiente nivel?",
        {"kind": "tier_points", "points": 1800, "tier": ""},
    ),
    (
        "J'ai 1800 points, combien me manque-t-il pour le prochain niveau ?",
        {"kind": "tier_points", "points": 1800, "tier": ""},
    ),
]
PLAIN_NUMBERS: list[tuple[str, dict[str, Any]]] = [
    (
        "17% of 85",
        {"kind": "percent", "percent": 17.0, "amount": 85.0, "is_plain": True},
    ),
    (
        "¿cuánto es el 18% de 240 entre 5?",
        {
            "kind": "percent",
            "percent": 18.0,
            "amount": 240.0,
            "people": 5,
            "is_plain": True,
        },
    ),
    ("18% tip on 85", {"kind": "percent", "percent": 18.0, "amount": 85.0}),
    ("240 / 0", {"kind": "expression", "expression": "240 / 0"}),
    ("(240 + 6) / 3 =", {"kind": "expression", "expression": "(240 + 6) / 3"}),
]
UNCLEAR_FIGURES = [
    "20% de 1.250",
    "split $2.5 million among 4",
    "split $1 000 among 4",
    "what is .5% of $200?",
    "split $100 and $50 among 3",
    "split $100 among 4 with 8% tax and 20% tip",
    "split a bill of 85 dollars and 50 cents between 2",
    "Divide la cuenta de 240 € entre 6",
    "what's a 20% tip on $80-100?",
    "I have 2 cards and 1,800 credits, how many more for Leap?",
    "I have 1.5 million credits, how many more for Leap?",
]
COMMAS: list[tuple[str, dict[str, Any]]] = [
    ("What is 2,5 + 1", {"kind": "expression", "expression": "2.5 + 1"}),
    ("What is 0,125 * 8", {"kind": "expression", "expression": "0.125 * 8"}),
    ("What is 1,000 + 1", {"kind": "expression", "expression": "1000 + 1"}),
    (
        "What is 1,234,567.5 + 1",
        {"kind": "expression", "expression": "1234567.5 + 1"},
    ),
    ("What is 1.000,50 + 1", {"kind": "expression", "expression": "1000.50 + 1"}),
    ("3 nights at $189,50?", {"kind": "stay", "nights": 3, "amount": 189.5}),
    (
        "what is 20% of 85,50",
        {"kind": "percent", "percent": 20.0, "amount": 85.5, "is_plain": True},
    ),
]
LEFT_TO_THE_RECORDS = [
    "24/7?",
    "Is it open 24/7?",
    "Do you have rooms for 3 nights at $189?",
    "how much is the buffet per person for 6?",
    "1-888-226-7711",
    "table for 6 people at 7pm, can we split a dessert?",
    "do you have a 20% discount on rooms?",
    "A table for 4 on 12/24",
    "How many points do I get for $100?",
    "We have 2 rooms, which tier is Leap?",
    "Are there 50% off days on the spa?",
    "can we split 2 desserts among 4 people?",
    "split 1.2.3 among 4 people",
    "What is 1,2,3 + 4",
    "what's 1-888-226-7711?",
    "+1-888-226-7711",
]


@pytest.mark.parametrize(
    ("text", "call"), ASKED + WHOLE_FIGURES + NEXT_TIER + PLAIN_NUMBERS
)
def test_it_reads_a_sum(text: str, call: dict[str, Any]) -> None:
    assert questions.read(text, TODAY, lambda: ["Leap", "Soar"]) == call
    Calculation(**call)


@pytest.mark.parametrize(("text", "call"), COMMAS)
def test_it_reads_a_comma_as_it_is_meant(text: str, call: dict[str, Any]) -> None:
    assert questions.read(text, TODAY, list) == call


@pytest.mark.parametrize("text", LEFT_TO_THE_RECORDS + UNCLEAR_FIGURES)
def test_it_leaves_other_messages_to_the_records(text: str) -> None:
    assert questions.read(text, TODAY, lambda: ["Leap", "Soar"]) is None
