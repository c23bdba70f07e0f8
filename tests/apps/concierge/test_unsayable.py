"""Promises and advice that no concierge may give."""

from __future__ import annotations

import pytest

from apps.concierge.facts import promises


@pytest.mark.parametrize(
    "answer",
    [
        "I have reserved a table for you.",
        "I've just booked it.",
        "Your table is confirmed.",
    ],
)
def test_it_hears_a_promise_it_could_not_keep(answer: str) -> None:
    assert promises.claims_an_action(answer)


@pytest.mark.parametrize(
    "answer",
    ["Reservations are recommended.", "I cannot book, but the team can."],
)
def test_it_does_not_mistake_information_for_a_promise(answer: str) -> None:
    assert not promises.claims_an_action(answer)


def test_it_hears_advice_on_betting() -> None:
    assert promises.advises_betting("Always bet on red, the best odds are there.")
    assert not promises.advises_betting("Roulette is in the Casino of the Sky.")
