"""The cells of a bordered table of a PDF, by the lines that are drawn around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from apps.documents.parsing import pdf_letters, pdf_rules
from apps.documents.parsing.blocks import table_row
from apps.documents.parsing.pdf_rules import Grid

# A frame with more in it divides the page, and is no table.
LONGEST_CELL = 600
LEAST_FILLED = 2
Place = tuple[int, int]


@dataclass
class Table:
    """texts: of its cells, by row from below and column, where a cell that reaches over
    several begins. letters: the places of its signs on the page."""

    grid: Grid
    texts: dict[Place, str] = field(default_factory=dict)
    letters: list[int] = field(default_factory=list)

    def add(self, cell: Place, sign: str, index: int) -> None:
        own = self._beginning(cell)
        self.texts[own] = self.texts.get(own, "") + sign
        self.letters.append(index)

    def rows(self) -> list[str]:
        """From the top. A cell over several columns or rows stands in each of them; one
        over all columns stands alone."""
        columns = sorted({column for _, column in self.texts})
        rows = reversed(range(len(self.grid.ys) - 1))
        texts = [table_row(self._cells(row, columns)) for row in rows]
        return [text for text in texts if text]

    def is_table(self) -> bool:
        """Whether several rows and several columns have texts of a cell's length."""
        rows, columns = ({place[axis] for place in self.texts} for axis in (0, 1))
        lengths = [len(text) for text in self.texts.values()]
        is_filled = min(len(rows), len(columns)) >= LEAST_FILLED
        return is_filled and max(lengths) <= LONGEST_CELL

    def _cells(self, row: int, columns: list[int]) -> list[str]:
        cells = [self._beginning((row, column)) for column in columns]
        is_one = len(set(cells)) == 1
        return [self._text(cell) for cell in (cells[:1] if is_one else cells)]

    def _text(self, cell: Place) -> str:
        text = self.texts.get(cell, "")
        return " ".join(text.replace("\ufffe ", "").replace("\ufffe", "").split())

    def _beginning(self, cell: Place) -> Place:
        """The upper left part of the cell that this part belongs to."""
        row, column = cell
        while column and not self.grid.is_divided(row, column - 1):
            column -= 1
        while row + 2 < len(self.grid.ys) and not self.grid.is_ended(row, column):
            row += 1
        return row, column


def read(page: Any, text_page: Any) -> list[Table]:
    """All tables of a page that are drawn with lines."""
    tables = [Table(grid) for grid in pdf_rules.grids(page)]
    if tables:
        _fill(tables, text_page)
    return [table for table in tables if table.is_table()]


def _fill(tables: list[Table], text_page: Any) -> None:
    """A blank belongs to the cell of the sign before it."""
    current: tuple[Table, Place] | None = None
    for index in range(pdf_letters.count(text_page)):
        sign = pdf_letters.sign(text_page, index)
        if sign in pdf_letters.HYPHENS:
            sign = "\ufffe"
        elif not sign.isspace():
            current = next(_cells(tables, text_page, index), None)
        if current:
            table, cell = current
            table.add(cell, " " if sign.isspace() else sign, index)


def _cells(
    tables: list[Table], text_page: Any, index: int
) -> Iterator[tuple[Table, Place]]:
    if box := pdf_letters.box(text_page, index):
        left, right, bottom, top = box
        for table in tables:
            if cell := table.grid.cell_at((left + right) / 2, (bottom + top) / 2):
                yield table, cell
