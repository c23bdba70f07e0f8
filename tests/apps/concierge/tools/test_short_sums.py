"""Sums of few words: discounts, the next tier, and nights in a room."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from apps.concierge.tools.calculate import questions
from apps.concierge.tools.calculate.tool import Calculation

TODAY = date(2026, 11, 20)
TIERS = ["Leap", "Soar"]
FEW_WORDS: list[tuple[str, dict[str, Any]]] = [
    (
        "how many points to the next tier from 1800",
        {"kind": "tier_points", "points": 1800, "tier": ""},
    ),
    (
        "how far is the next tier with 1,800",
        {"kind": "tier_points", "points": 1800, "tier": ""},
    ),
    ("1800 points, next tier?", {"kind": "tier_points", "points": 1800, "tier": ""}),
    (
        "¿cuánto falta para el siguiente nivel desde 1800?",
        {"kind": "tier_points", "points": 1800, "tier": ""},
    ),
    ("25% off $80", {"kind": "discount", "percent": 25.0, "amount": 80.0}),
    (
        "how much is $80 with a 25% discount?",
        {"kind": "discount", "percent": 25.0, "amount": 80.0},
    ),
    ("$86.40 minus 20%", {"kind": "discount", "percent": 20.0, "amount": 86.4}),
    (
        "25% de descuento en $80",
        {"kind": "discount", "percent": 25.0, "amount": 80.0},
    ),
    (
        "combien font $80 avec 25% de réduction ?",
        {"kind": "discount", "percent": 25.0, "amount": 80.0},
    ),
    ("split the bill", {"kind": "split"}),
    ("can we split the bill?", {"kind": "split"}),
    ("I want to split the check with my friends", {"kind": "split"}),
    ("dividir la cuenta", {"kind": "split"}),
    ("Comment partager l'addition ?", {"kind": "split"}),
    ("what is seven times eight", {"kind": "expression", "expression": "7 * 8"}),
    ("twenty plus four?", {"kind": "expression", "expression": "20 + 4"}),
    ("partage 300 en 4", {"kind": "expression", "expression": "300 / 4"}),
    (
        "cuánto son 240 entre 5, por favor",
        {"kind": "expression", "expression": "240 / 5"},
    ),
    (
        "divide doscientos cuarenta entre cinco",
        {"kind": "expression", "expression": "240 / 5"},
    ),
    (
        "¿cuánto es el veinte por ciento de ochenta y cinco?",
        {"kind": "percent", "percent": 20.0, "amount": 85.0, "is_plain": True},
    ),
    (
        "combien font vingt pour cent de quatre-vingt-dix ?",
        {"kind": "percent", "percent": 20.0, "amount": 90.0, "is_plain": True},
    ),
    (
        "add eighteen percent to two hundred and forty and divide by five",
        {
            "kind": "increase",
            "percent": 18.0,
            "amount": 240.0,
            "people": 5,
            "is_plain": True,
        },
    ),
    ("divide la cuenta entre dos", {"kind": "split"}),
    ("split a bill of $-50", {"kind": "split", "amount": -1.0}),
    ("split $50 among -4 people", {"kind": "split", "amount": -1.0}),
    ("20% de propina sobre -$85", {"kind": "split", "amount": -1.0}),
]
LEFT_TO_THE_RECORDS = [
    "do you have 20% off on rooms from $200?",
    "split the bill company/me",
    "can you split the bill of my booking",
    "How do I reach the next tier with 4 friends?",
    "a table for two plus four kids",
    "una mesa para dos por la noche, más cuatro sillas",
    "is there a one percent chance of a table",
    "what's a 20% tip on $80-100?",
]


@pytest.mark.parametrize(("text", "call"), FEW_WORDS)
def test_it_reads_a_sum_of_few_words(text: str, call: dict[str, Any]) -> None:
    assert questions.read(text, TODAY, lambda: TIERS) == call
    Calculation(**call)


@pytest.mark.parametrize("text", LEFT_TO_THE_RECORDS)
def test_it_reads_no_sum_where_none_is_asked_for(text: str) -> None:
    assert questions.read(text, TODAY, lambda: TIERS) is None


@pytest.mark.parametrize(
    ("text", "nights"),
    [
        ("3 nights in a Deluxe Room, what's the total?", 3),
        ("how much are two nights in the deluxe room", 2),
        ("¿Cuánto cuestan 3 noches en una Deluxe Room?", 3),
        ("Combien coûtent 3 nuits en Deluxe Room ?", 3),
        ("Do you have a Deluxe Room for 3 nights?", 0),
        ("how much is the Deluxe Room?", 0),
    ],
)
def test_it_reads_for_how_many_nights_a_price_is_asked(text: str, nights: int) -> None:
    assert questions.nights_to_pay(text) == nights
