"""Tables of a PDF, by the lines that are drawn around their cells."""

from __future__ import annotations

from typing import Any

import pytest

from tests import document_files


def rows(parsed: dict[str, Any]) -> list[str]:
    """The text of every part."""
    return [part["text"] for section in parsed["sections"] for part in section["parts"]]


def framed(*cells_of_rows: list[str]) -> list[str]:
    """Rows of cells in narrow frames, whose gaps are no wider than blanks."""
    cells = [
        (100 + 62 * column, 600 - 24 * row, 62, 24, text)
        for row, texts in enumerate(cells_of_rows)
        for column, text in enumerate(texts)
    ]
    return document_files.bordered(cells)


def test_cells_in_frames_keep_their_columns(read: Any) -> None:
    drawn = framed(
        ["Room", "Banquet seats", "Rent per day"],
        ["Uncas Hall|of the river", "1,800", "$14,500"],
        ["Fidelia Room", "", "$950"],
    )
    lines: list[document_files.Line] = [("Rooms", 24), ("They are large.", 11)]
    assert rows(read("pdf", document_files.pdf([lines], drawn=drawn))) == [
        "They are large.",
        "Room | Banquet seats | Rent per day",
        "Uncas Hall of the river | 1,800 | $14,500",
        "Fidelia Room | \N{EN DASH} | $950",
    ]


def test_a_cell_over_several_columns_or_rows_stands_in_each(read: Any) -> None:
    drawn = document_files.bordered(
        [
            (100, 624, 180, 24, "Massages of the house"),
            (100, 600, 60, 24, "Day"),
            (160, 600, 60, 24, "Swedish"),
            (220, 600, 60, 24, "Deep tissue"),
            (100, 552, 60, 48, "Weekend"),
            (160, 576, 120, 24, "from $185 in the evening"),
            (160, 552, 60, 24, "$165"),
            (220, 552, 60, 24, "$240"),
        ]
    )
    assert rows(read("pdf", document_files.pdf([[]], drawn=drawn))) == [
        "Massages of the house",
        "Day | Swedish | Deep tissue",
        "Weekend | from $185 in the evening | from $185 in the evening",
        "Weekend | $165 | $240",
    ]


DAYS = [
    ["Day", "Opens", "Closes"],
    ["Monday", "9 AM", "5 PM"],
    ["Wednesday", "10 AM", "6 PM"],
    ["Sunday", "closed", "closed"],
]
STORY = "The pool is warm and the sauna is near, and robes hang at the door of both."


def placed(
    texts_of_rows: list[list[str]], *lefts: float, is_even: bool = False
) -> list[str]:
    """Rows of cells without frames, which begin at these places of the page.

    is_even: each cell ends there, as numbers do; a digit is 5 points wide.
    """
    drawn: list[str] = []
    for row, texts in enumerate(texts_of_rows):
        for column, text in enumerate(texts):
            shift = 5 * len(text) if is_even and column else 0
            cell = (lefts[column] - shift, 600 - 14 * row, text)
            drawn.append("BT /F1 9 Tf 1 0 0 1 {} {} Tm ({}) Tj ET".format(*cell))
    return drawn


@pytest.mark.parametrize(
    ("texts", "lefts", "is_even"),
    [
        (DAYS, (72, 130, 165), False),
        (DAYS, (72, 127, 160), False),
        ([["Swedish", "50", "165"], ["Facial", "5", "90"]], (72, 124, 150), True),
    ],
)
def test_narrow_gaps_above_each_other_part_cells(
    read: Any, texts: list[list[str]], lefts: tuple[float, ...], is_even: bool
) -> None:
    drawn = placed(texts, *lefts, is_even=is_even)
    lines: list[document_files.Line] = [("Opening hours", 24), (STORY, 11)]
    assert rows(read("pdf", document_files.pdf([lines], drawn=drawn))) == [
        STORY,
        *(" | ".join(cells) for cells in texts),
    ]


@pytest.mark.parametrize(
    "texts",
    [
        [[f"{number}.", "Towels are at the pool."] for number in range(1, 6)],
        [["Towels are at", "the pool."]],
        [["\\225", "Towels are at the pool."]] * 4,
    ],
)
def test_marks_of_a_list_and_a_single_gap_part_no_cells(
    read: Any, texts: list[list[str]]
) -> None:
    drawn = placed(texts, 72, 86 if len(texts) > 1 else 134)
    [text] = rows(read("pdf", document_files.pdf([[]], drawn=drawn)))
    assert "|" not in text


def test_frames_around_columns_of_a_page_are_no_table(read: Any) -> None:
    story = "|".join(["The river runs on."] * 40)
    cells = [(80 + 220 * n, 100, 220, 460, story) for n in range(2)]
    head = [(80 + 220 * n, 560, 220, 24, "News") for n in range(2)]
    drawn = document_files.bordered([*head, *cells])
    parsed = read("pdf", document_files.pdf([[]], drawn=drawn))
    assert not any("on. | The" in text for text in rows(parsed))


def test_a_drawing_is_read_in_time(read: Any) -> None:
    lines = [f"{n} 0 m {n} 700 l S 0 {n} m 600 {n} l S" for n in range(0, 20_000, 4)]
    pages: list[list[document_files.Line]] = [[(f"Floor {n}", 11)] for n in range(20)]
    content = document_files.pdf(pages, drawn=lines)
    assert "Floor 19" in str(rows(read("pdf", content)))
