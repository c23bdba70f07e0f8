"""The sentences that are found, told and marked."""

from __future__ import annotations

from typing import Any

from apps.documents import sentences
from apps.documents.models import Section
from apps.documents.parsing.blocks import EMPTY_CELL


def lines_of(*parts: dict[str, Any]) -> list[sentences.Sentence]:
    section = Section(number=1, parts=list(parts))
    return [line for _, own in sentences.of([section]) for part in own for line in part]


def part(text: str, kind: str = "text", page: int = 1) -> dict[str, Any]:
    return {"text": text, "kind": kind, "page": page}


def test_it_divides_paragraphs_and_numbers_sentences() -> None:
    lines = lines_of(part("Towels are free. Robes cost $2."), part("Hi.", page=2))
    assert [(line.number, line.text, line.page) for line in lines] == [
        (1, "Towels are free.", 1),
        (2, "Robes cost $2.", 1),
        (3, "Hi.", 2),
    ]


def test_a_line_of_a_table_is_told_with_the_heads_of_its_columns() -> None:
    table = [
        part(text, "table") for text in ("Kind | Minutes | Price", "Deep | 80 | $9")
    ]
    _, row = lines_of(*table)
    assert row.text == "Deep: Minutes 80, Price $9"
    assert row.quote == "Deep | 80 | $9"


def test_nothing_is_told_of_an_empty_cell() -> None:
    table = [
        part(text, "table")
        for text in (
            "Room | Seats | Rent",
            f"Cabaret | {EMPTY_CELL} | $9",
            f"{EMPTY_CELL} | 3 | $8",
        )
    ]
    assert [line.text for line in lines_of(*table)][1:] == [
        "Cabaret: Rent $9",
        "Seats 3, Rent $8",
    ]


def test_a_word_of_all_columns_is_told_once() -> None:
    texts = ("Day | Opens | Closes", "Monday | 9 AM | 5 PM", "Sunday | closed | closed")
    lines = lines_of(*(part(text, "table") for text in texts))
    assert lines[-1].text == "Sunday: closed"


def test_the_heads_of_a_table_may_stand_below_its_title() -> None:
    texts = ("Massages", "Kind | Price", "Deep | $9", "Facials", "Ice | $8")
    lines = lines_of(*(part(text, "table") for text in texts))
    assert [line.text for line in lines][2:] == [
        "Deep: Price $9",
        "Facials",
        "Ice: Price $8",
    ]


def test_a_table_without_heads_is_told_as_it_stands() -> None:
    table = [part(text, "table") for text in ("Monday | 9 to 5", "Sunday | closed")]
    assert [line.text for line in lines_of(*table)] == [
        "Monday: 9 to 5",
        "Sunday: closed",
    ]


def test_a_text_without_any_end_is_cut_at_blanks() -> None:
    lines = lines_of(part("answer " * 1000))
    assert max(len(line.text) for line in lines) <= sentences.LONGEST
    assert sum(line.text.count("answer") for line in lines) == 1000
