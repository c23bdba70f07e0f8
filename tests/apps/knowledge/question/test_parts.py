"""The ways to cut a message into questions."""

from __future__ import annotations

import pytest

from apps.knowledge.question import parts


def texts(text: str, language: str = "en", names: tuple[str, ...] = ()) -> list[str]:
    return [" | ".join(own.texts) for own in parts.splits(text, language, names)]


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("Do you have a sauna? What time?", "Do you have a sauna | What time?"),
        ("gym hours + phone number", "gym hours | phone number"),
        ("is it far, and can we walk", "is it far | can we walk"),
        ("pizza then a show", "pizza | a show"),
        ("sauna\nparking", "sauna | parking"),
    ],
)
def test_it_cuts_where_a_guest_goes_on(text: str, split: str) -> None:
    assert texts(text) == [split]


def test_it_cuts_with_the_words_of_the_guests_language() -> None:
    assert texts("dónde está y hay que reservar", "es") == [
        "dónde está | hay que reservar"
    ]
    assert texts("sauna y piscina", "en") == []


def test_it_offers_every_cut_of_three_pieces() -> None:
    assert texts("parking, breakfast and pets") == [
        "parking | breakfast and pets",
        "parking, breakfast | pets",
        "parking | breakfast | pets",
    ]


def test_it_cuts_no_name_in_two() -> None:
    assert texts("Bow & Arrow hours", names=("bow and arrow",)) == []


def test_a_greeting_is_no_part() -> None:
    assert texts("Hi there! Is parking free?") == []
    assert texts("Is parking free? Thanks!") == []


def test_it_leaves_stories_whole() -> None:
    story = "we slept, ate, swam, played, danced, and lost our keys"
    assert texts(story) == []


def test_it_leaves_long_messages_whole() -> None:
    """Each part of each cut would have to be embedded."""
    short, long = "sauna " * 30, "sauna " * 60
    assert len(texts(f"{short}and {short}")) == 1
    assert texts(f"{long}and {long}") == []


def test_it_says_what_stands_in_the_cuts() -> None:
    [by_sentence] = parts.splits("sauna? parking?", "en")
    [by_word] = parts.splits("sauna and parking", "en")
    [by_comma] = parts.splits("sauna, parking", "en")
    assert (by_sentence.is_by_sentences, by_sentence.is_by_words) == (True, False)
    assert (by_word.is_by_sentences, by_word.is_by_words) == (False, True)
    assert (by_comma.is_by_sentences, by_comma.is_by_words) == (False, False)


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("a table for two and a room", ["a table for two", "a room"]),
        ("a table for 4 and a room for 2", ["a table for 4", "a room for 2"]),
        ("una mesa y una suite", ["una mesa", "una suite"]),
        (
            "une table et une suite, la piscine",
            ["une table", "une suite", "la piscine"],
        ),
        ("where is the pool", []),
    ],
)
def test_it_finds_the_clauses_of_a_message_in_any_language(
    text: str, clauses: list[str]
) -> None:
    assert parts.clauses(text) == clauses


@pytest.mark.parametrize(
    ("text", "remaining"),
    [
        ("a pool, a spa and BAD luck", "a pool, a spa"),
        ("BAD luck? a pool and a spa", "a pool and a spa"),
        ("a pool, BAD luck, a spa?", "a pool? a spa"),
        ("BAD luck and BAD taste", ""),
    ],
)
def test_it_leaves_unwanted_clauses_out(text: str, remaining: str) -> None:
    unwanted = [clause for clause in parts.clauses(text, "en") if "BAD" in clause]
    assert parts.without(text, "en", unwanted) == remaining
