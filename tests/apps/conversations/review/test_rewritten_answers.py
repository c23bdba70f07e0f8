"""Staff rewrite a held answer; it keeps the sources that still hold what it says."""

from __future__ import annotations

from typing import Any

import pytest

from apps.conversations.review import rewritten_answers

TEXT = "Ballo serves Italian food. [1] It opens at 5:00 PM on Friday. [2]"


def citation(n: int, title: str, field: str, quote: str, item_id: int = 7) -> Any:
    sentence = TEXT.split(f" [{n}]", maxsplit=1)[0].rsplit("] ", 1)[-1]
    return {
        "n": n,
        "item_id": item_id,
        "title": title,
        "category": "dining",
        "field": field,
        "quote": quote,
        "sentence": sentence,
    }


HELD = {
    "text": TEXT,
    "sources": ["dining"],
    "citations": [
        citation(1, "Ballo", "cuisine", "Italian"),
        citation(2, "Ballo", "hours", "Friday 5:00 PM to 10:00 PM"),
    ],
    "cards": [{"item_id": 7}, {"item_id": 8}],
    "followups": ["Where is Ballo?"],
    "help": [],
}


def rewritten(text: str) -> tuple[str, list[str]]:
    parts = rewritten_answers.parts(HELD, text)
    return parts["text"], [row["field"] for row in parts["citations"]]


def test_it_changes_nothing_of_an_answer_as_it_was() -> None:
    assert rewritten_answers.parts(HELD, TEXT) == HELD


@pytest.mark.parametrize(
    ("text", "shown", "fields"),
    [
        (
            "Ballo is the Italian one. [1] Come at 5:00 PM on Friday. [2]",
            "Ballo is the Italian one. [1] Come at 5:00 PM on Friday. [2]",
            ["cuisine", "hours"],
        ),
        (
            "It opens at 5:00 PM on Friday. [2]",
            "It opens at 5:00 PM on Friday. [1]",
            ["hours"],
        ),
        (
            "Ballo serves Chinese food. [1] It opens at 5:00 PM on Friday. [2]",
            "Ballo serves Chinese food. It opens at 5:00 PM on Friday. [1]",
            ["hours"],
        ),
        (
            "Ballo serves Italian food. [1] It opens at 6:30 PM on Friday. [2]",
            "Ballo serves Italian food. [1] It opens at 6:30 PM on Friday.",
            ["cuisine"],
        ),
        (
            "Ballo no longer serves Italian food. [1]",
            "Ballo no longer serves Italian food.",
            [],
        ),
        ("Ballo serves Italian food.", "Ballo serves Italian food.", []),
        ("Come and see. [9]", "Come and see.", []),
    ],
)
def test_it_keeps_the_sources_that_hold_the_new_words(
    text: str, shown: str, fields: list[str]
) -> None:
    assert rewritten(text) == (shown, fields)


def test_an_answer_without_sources_shows_no_cards_and_no_follow_ups() -> None:
    parts = rewritten_answers.parts(HELD, "Please ask at the desk.")
    assert [parts[name] for name in ("sources", "cards", "followups")] == [[], [], []]


def test_a_name_that_holds_the_fact_takes_no_source_away() -> None:
    row = citation(1, "Ballo Italian Restaurant", "cuisine", "Italian")
    held = {**HELD, "citations": [row]}
    parts = rewritten_answers.parts(held, "Ballo is Italian, and good. [1]")
    assert len(parts["citations"]) == 1


def test_cards_stay_with_their_rows() -> None:
    parts = rewritten_answers.parts(HELD, "Ballo is Italian. [1]")
    assert parts["cards"] == [{"item_id": 7}]
