"""Reads and writes CSV and XLSX files; a written cell is never run as a formula."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from apps.infrastructure.spreadsheet_formulas import is_formula
from apps.staff.intake.table_files import file_kinds, workbooks
from apps.staff.intake.table_files.file_kinds import READ_KINDS
from apps.staff.intake.table_files.workbooks import UnreadableFile

MOST_ROWS = 5000
# With the empty ones.
MOST_LINES = 4 * MOST_ROWS
MOST_COLUMNS = 100
MOST_NAME_CHARS = 100
# Of all cells together: a workbook stores a text once that many cells show.
MOST_CHARS = 10_000_000
SURPLUS = (
    "has more cells than the first line names columns. Put a text with commas between "
    "quotation marks."
)
DELIMITERS = (",", ";", "\t")
Table = list[dict[str, str]]

__all__ = ["Table", "UnreadableFile", "read", "write_csv", "write_xlsx"]


def read(name: str, content: bytes) -> Table:
    """Rows as dictionaries keyed by the first line; empty rows are left out.

    Raises UnreadableFile.
    """
    if kind := file_kinds.foreign_kind(content):
        raise UnreadableFile(f"This file is {kind}, not a table. {READ_KINDS}")
    is_named_workbook = name.lower().endswith((".xlsx", ".xlsm"))
    is_workbook = is_named_workbook or file_kinds.is_workbook(content)
    # One column more than allowed shows that there are too many.
    most_columns = MOST_COLUMNS + 1
    lines = workbooks.lines(content, most_columns) if is_workbook else _text(content)
    header = [cell.strip().lower().replace(" ", "_") for cell in next(lines, [])]
    column_names = [name for name in header if name]
    if not column_names or max(map(len, column_names)) > MOST_NAME_CHARS:
        raise UnreadableFile("The first line must name the columns.")
    if len(column_names) > MOST_COLUMNS:
        raise UnreadableFile(f"A file may have at most {MOST_COLUMNS} columns.")
    if len(set(column_names)) < len(column_names):
        raise UnreadableFile("Two columns have the same name.")
    filled_lines = _filled(lines)
    if not is_workbook:  # whose cells cannot slip into the next column
        filled_lines = _fitting(filled_lines, len(header))
    rows = [_row(header, line) for line in filled_lines]
    if not rows:
        raise UnreadableFile("There are no rows below the column names.")
    return rows


def _filled(lines: Iterator[list[str]]) -> Iterator[list[str]]:
    """The lines that are not empty; raises UnreadableFile when there are too many."""
    filled_count = char_count = 0
    for line_count, line in enumerate(lines, 1):
        is_filled = any(map(str.strip, line))
        filled_count += is_filled
        if filled_count > MOST_ROWS or line_count > MOST_LINES:
            raise UnreadableFile(f"A file may have at most {MOST_ROWS} rows.")
        char_count += sum(map(len, line))
        if char_count > MOST_CHARS:
            raise UnreadableFile(workbooks.TOO_LARGE)
        if is_filled:
            yield line


def _fitting(lines: Iterator[list[str]], column_count: int) -> Iterator[list[str]]:
    """The lines; raises UnreadableFile when one has more cells than columns."""
    for line in lines:
        if any(map(str.strip, line[column_count:])):
            raise UnreadableFile(f"The row “{line[0]}” {SURPLUS}")
        yield line


def write_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(header)
    writer.writerows([_escaped(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")  # spreadsheets expect the byte order mark


def write_xlsx(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    from openpyxl import Workbook  # noqa: PLC0415 - 60 ms that few processes need

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Rows")
    sheet.append(list(header))
    for row in rows:
        sheet.append([_escaped(cell) for cell in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _row(header: list[str], line: list[str]) -> dict[str, str]:
    return {
        name: _unescaped(cell) for name, cell in zip(header, line, strict=False) if name
    }


def _escaped(cell: str) -> str:
    return f"'{cell}" if is_formula(cell) else cell


def _unescaped(cell: str) -> str:
    """The inverse of `_escaped`."""
    text = cell.strip()
    return text[1:] if text.startswith("'") and is_formula(text[1:]) else text


def _text(content: bytes) -> Iterator[list[str]]:
    text = _decoded(content)
    if "\0" in text:
        raise UnreadableFile(f"This is not a text file. {READ_KINDS}")
    delimiter = max(DELIMITERS, key=text.partition("\n")[0].count)
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    except csv.Error as error:
        raise UnreadableFile(f"This is not a table: {error}.") from error


def _decoded(content: bytes) -> str:
    """“Unicode text” of a spreadsheet is UTF-16; old CSV has the letters of Windows."""
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if is_utf_16 else "utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
