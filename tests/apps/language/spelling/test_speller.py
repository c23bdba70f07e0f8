"""Misspelt words are repaired where what was meant is beyond doubt."""

from __future__ import annotations

import pytest

from apps.language.spelling import vocabulary
from apps.language.spelling.speller import Speller

RECORDS = vocabulary.of(
    ["The Birdcage Bar pours mezcal.", "Self-parking is free. A walk-in closet."],
    ["Michael Jordan's Steak House", "Birdcage Bar"],
)


@pytest.fixture(scope="module")
def english() -> Speller:
    return Speller("en", RECORDS)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("any resturants nearby", "any restaurants nearby"),
        ("is thre a jaccuzi?", "is there a jacuzzi?"),
        ("the resturant's menu", "the restaurant's menu"),
        ("pleeease, the wifi", "please, the wifi"),
        ("sooo good", "so good"),
        ("where do I find the birdcag bar", "where do I find the birdcage bar"),
        ("michale jordans", "michael jordan's"),
        ("selfparking and walkin closet", "self-parking and walk-in closet"),
        ("got a roomservice menu", "got a room-service menu"),
    ],
)
def test_it_repairs_what_is_beyond_doubt(
    english: Speller, typed: str, plain: str
) -> None:
    assert english.text(typed) == plain


@pytest.mark.parametrize(
    "text",
    [
        "Is Nobu by the omakase bar any good?",
        "mezcals and waterslides, coworking, snowtubing",
        "a wat, an ox, 1000 pplx",
        "asdfgh qwrtzp",
        "Hows Drkae tonight",
        "",
        "\u5bff\u53f8 \u0440\u0435\u0441\u0442\u043e\u0440\u0430\u043d",
    ],
)
def test_it_leaves_alone_what_it_cannot_know(english: Speller, text: str) -> None:
    assert english.text(text) == text


def test_it_changes_no_word_that_the_language_knows(english: Speller) -> None:
    text = "Can the valley trail be hiked past noon, or is it to steep for grandma?"
    assert english.text(text) == text


def test_a_doubt_between_two_words_leaves_the_word(english: Speller) -> None:
    text = "a bok, the brend, some tabe"
    assert english.text(text) == text


def test_it_keeps_the_words_it_is_told_to_keep(english: Speller) -> None:
    assert english.text("the resturant", {"resturant"}) == "the resturant"


@pytest.mark.parametrize(
    ("language", "typed", "plain"),
    [
        ("es", "la picina del restorante", "la piscina del restaurante"),
        ("es", "reservo dos camas, \u00bfpuedo?", "reservo dos camas, \u00bfpuedo?"),
        ("fr", "l'ascenceur et la picine", "l'ascenseur et la piscine"),
        ("fr", "jusqu'\u00e0 quand, aujourd'hui", "jusqu'\u00e0 quand, aujourd'hui"),
    ],
)
def test_it_repairs_words_of_other_languages(
    language: str, typed: str, plain: str
) -> None:
    assert Speller(language, RECORDS).text(typed) == plain
