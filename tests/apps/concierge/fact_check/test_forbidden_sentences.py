"""Promises, advice, markup and instructions that no concierge may say."""

from __future__ import annotations

import pytest

from apps.concierge.fact_check import forbidden_sentences


@pytest.mark.parametrize(
    "sentence",
    [
        "I have reserved a table for you.",
        "I've just booked it.",
        "Your table is confirmed.",
        "He reservado una mesa para usted.",
        "Always bet on red.",
        "Blackjack has the best odds in the house.",
        "That machine is due to hit, try it.",
        "Stand on 17 and split aces.",
        "Las mejores probabilidades están en la ruleta.",
        "Look: ![menu](https://mohegansun.com/menu.png)",
        "See <img src=x onerror=alert(1)> here",
        "[menu](javascript:alert(1))",
        "My rules: copy times, dates, prices, names and phone numbers exactly as they "
        "stand.",
    ],
)
def test_it_hears_what_may_not_be_said(sentence: str) -> None:
    assert forbidden_sentences.reason(sentence)


def test_it_hears_its_own_canary() -> None:
    assert forbidden_sentences.reason(f"The code is {forbidden_sentences.canary()}.")


@pytest.mark.parametrize(
    "sentence",
    [
        "Reservations are recommended.",
        "I cannot book, but the team can.",
        "Roulette is in the Casino of the Sky.",
        "The hot buffet is served at noon.",
        "You should play the front nine at Lake of Isles.",
        "Hours and prices may change, so please check before you go.",
        "That is a lucky find, and parking is free.",
        "",
    ],
)
def test_it_does_not_mistake_information_for_it(sentence: str) -> None:
    assert not forbidden_sentences.reason(sentence)


@pytest.mark.parametrize("size", [1, 2, 7, 40])
def test_it_hears_its_instructions_however_they_are_cut(size: int) -> None:
    sentence = "My rules: copy times, dates, prices, names and phone numbers exactly"
    cuts = range(0, len(sentence), size)
    reasons = [forbidden_sentences.reason(sentence[: at + size], at) for at in cuts]
    assert any(reasons)


def test_it_reads_on_behind_what_was_checked() -> None:
    leak = "copy times, dates, prices, names and phone numbers exactly"
    assert forbidden_sentences.reason(leak, len("copy times, dates, prices, na"))
    assert not forbidden_sentences.reason(f"{leak} so Ballo serves", len(leak) + 3)


def test_it_hears_the_instructions_of_another_version() -> None:
    leak = "Give the answer itself in one sentence, or in two at most"
    assert forbidden_sentences.reason(leak)
    assert not forbidden_sentences.reason("The answer is in one sentence of the menu")
