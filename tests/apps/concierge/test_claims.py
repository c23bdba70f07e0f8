"""Figures, promises and advice that code can check."""

from __future__ import annotations

import pytest

from apps.concierge.tools import claims

GROUNDS = ["Open 5:00 PM to 10:00 PM, rates from $1,299.00, holds 10,000 guests."]


@pytest.mark.parametrize(
    "answer",
    [
        "It closes at 10 PM.",
        "It closes at 22:00.",
        "It opens at 5 p.m. [1]",
        "From $1,299 a night.",
        "Room for 10000 people. [12]",
        "1. Dinner from 5:00 pm\n2. Drinks",
        "Come and see.",
    ],
)
def test_it_accepts_figures_however_they_are_spelt(answer: str) -> None:
    assert claims.unfounded(answer, GROUNDS) == set()


@pytest.mark.parametrize(
    ("answer", "figure"),
    [
        ("It closes at 11 PM.", "23:00"),
        ("It closes at 10 AM.", "10:00"),
        ("From $1,399 a night.", "1399"),
        ("Room for 12,000 people.", "12000"),
        ("Call 1-888-555-0000.", "888"),
    ],
)
def test_it_finds_a_figure_that_stands_nowhere(answer: str, figure: str) -> None:
    assert figure in claims.unfounded(answer, GROUNDS)


@pytest.mark.parametrize(
    "answer",
    [
        "I have reserved a table for you.",
        "I've just booked it.",
        "Your table is confirmed.",
    ],
)
def test_it_hears_a_promise_it_could_not_keep(answer: str) -> None:
    assert claims.claims_an_action(answer)


@pytest.mark.parametrize(
    "answer",
    ["Reservations are recommended.", "I cannot book, but the team can."],
)
def test_it_does_not_mistake_information_for_a_promise(answer: str) -> None:
    assert not claims.claims_an_action(answer)


def test_it_refuses_betting_advice() -> None:
    assert claims.advises_betting("Always bet on red, the best odds are there.")
    assert not claims.advises_betting("Roulette is in the Casino of the Sky.")
