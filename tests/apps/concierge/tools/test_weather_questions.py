"""Questions about the weather are told from those about rows, without a model."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.concierge.tools.weather import questions

FRIDAY = datetime(2026, 11, 20, 18, 30, tzinfo=ZoneInfo("America/New_York"))
ASKED: list[tuple[str, dict[str, Any]]] = [
    (
        "will it rain on Saturday for golf?",
        {"kind": "day", "day": "2026-11-21", "until": "2026-11-21"},
    ),
    (
        "what's the weather like today",
        {"kind": "day", "day": "2026-11-20", "until": "2026-11-20"},
    ),
    (
        "Is it going to snow tomorrow?",
        {"kind": "day", "day": "2026-11-21", "until": "2026-11-21"},
    ),
    (
        "do I need an umbrella at 3 pm on Sunday?",
        {"kind": "hours", "day": "2026-11-22", "hour": 15},
    ),
    (
        "How cold will it be this weekend?",
        {"kind": "day", "day": "2026-11-21", "until": "2026-11-22"},
    ),
    (
        "weather for the next few days",
        {"kind": "day", "day": "2026-11-20", "until": "2026-11-26"},
    ),
    (
        "What was the average weather last month?",
        {"kind": "statistics", "day": "2026-10-21", "until": "2026-11-19"},
    ),
    (
        "¿Va a llover el domingo?",
        {"kind": "day", "day": "2026-11-22", "until": "2026-11-22"},
    ),
    (
        "Quel temps fera-t-il demain ?",
        {"kind": "day", "day": "2026-11-21", "until": "2026-11-21"},
    ),
]
OF_ROWS = [
    "Anchor Tavern, great weather. What does it cost?",
    "Lovely weather! Where can we eat outside?",
    "What can we do if it rains?",
    "Is there anything indoors in bad weather?",
    "Which rooms have a rain shower?",
    "Is the golf course open, weather permitting?",
    "What is the weather policy for golf?",
    "What's the temperature of the pool?",
    "How hot is the buffet food?",
    "Is there snow tubing?",
    "¿Qué hacemos si llueve?",
    "What are the odds it will rain?",
    "Does the rain show start at eight?",
    "what is the temperature on the ac",
    "avez-vous un lit parapluie pour un bébé ?",
    "j'ai perdu mon parapluie hier soir",
    "on peut annuler s'il n'y a pas de neige ?",
    "me la juego con el clima, ¿abren la terraza?",
]


@pytest.mark.parametrize(("text", "call"), ASKED)
def test_it_reads_the_time(text: str, call: dict[str, Any]) -> None:
    assert questions.read(text, FRIDAY) == call


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("how is the weather in Seattle", "seattle"),
        ("tell me the weather report for Tallahassee", "tallahassee"),
        ("is it raining in Sparks", "sparks"),
        ("what is the weather in December like", ""),
        ("what's the forecast for Saturday", ""),
        ("will it rain in the morning", ""),
    ],
)
def test_it_notices_another_place(text: str, word: str) -> None:
    assert questions.elsewhere(text) == word


@pytest.mark.parametrize("text", OF_ROWS)
def test_it_leaves_other_questions_to_the_records(text: str) -> None:
    assert questions.read(text, FRIDAY) is None
