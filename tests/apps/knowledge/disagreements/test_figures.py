"""Figures in the sentences of documents."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

import pytest

from apps.knowledge.disagreements import figures
from apps.knowledge.disagreements.figures import Span

WEEK_DAYS = frozenset(range(5))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open daily 9 AM to 9 PM.", [Span(time(9), time(21))]),
        ("Open from 6 to 10:30 p.m.", [Span(time(18), time(22, 30))]),
        ("Hours: 9 to 5 PM", [Span(time(9), time(17))]),
        ("Open 11 AM until midnight", [Span(time(11), time(0))]),
        ("Open 17:00\u201322:00.", [Span(time(17), time(22))]),
        ("Weekdays 9 am-5 pm", [Span(time(9), time(17), WEEK_DAYS)]),
        (
            "Monday to Friday 9 AM to 5 PM, Saturday noon to 4 PM and 5 PM to 6 PM",
            [
                Span(time(9), time(17), WEEK_DAYS),
                Span(time(12), time(16), frozenset({5})),
                Span(time(17), time(18), frozenset({5})),
            ],
        ),
        ("From 2 to 4 people.", []),
        ("Open from 25:00 to 9 PM, or from 9:75 AM to 9 PM", []),
    ],
)
def test_it_reads_hours_and_their_days(text: str, expected: list[Span]) -> None:
    assert figures.spans(text) == expected


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("Guests must be 21 or older.", {21}),
        ("The minimum age is 16.", {16}),
        ("Swimmers must be at least 18 years old.", {18}),
        ("Ages 12+ welcome.", {12}),
        ("Children under 12 must be accompanied; 16 and older swim alone.", set()),
        ("Guests must be 21 or older to drink.", set()),
        ("Call 21 minutes before.", set()),
    ],
)
def test_it_reads_ages_of_those_who_may_come_in(text: str, ages: set[int]) -> None:
    assert figures.least_ages(text) == ages


def test_it_reads_prices_and_phone_numbers() -> None:
    text = "It costs $1,250.50 or 40 dollars; call (860) 862-8000 or 1-888-226-7711."
    assert figures.prices(text) == {Decimal("1250.50"), Decimal(40)}
    assert figures.phones(text) == {"8608628000", "8882267711"}
