"""Reads and writes CSV and XLSX files; a written cell is never run as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.utils.exceptions import InvalidFileException

MOST_ROWS = 5000
# First characters of a formula (OWASP, CSV injection).
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
Table = list[dict[str, str]]


class UnreadableFile(Exception):  # noqa: N818 - named for what the file is
    """The file is not a table; the message tells staff why."""


def read(name: str, content: bytes) -> Table:
    """Rows as dictionaries keyed by the first line; empty rows are left out."""
    is_workbook = name.lower().endswith((".xlsx", ".xlsm"))
    lines = _workbook(content) if is_workbook else _text(content)
    first = lines[0] if lines else []
    header = [cell.strip().lower().replace(" ", "_") for cell in first]
    if not any(header):
        raise UnreadableFile("The first line must name the columns.")
    column_names = [name for name in header if name]
    if len(set(column_names)) < len(column_names):
        raise UnreadableFile("Two columns have the same name.")
    rows = [_row(header, line) for line in lines[1:] if any(map(str.strip, line))]
    if not rows:
        raise UnreadableFile("There are no rows below the column names.")
    if len(rows) > MOST_ROWS:
        raise UnreadableFile(
            f"A file may have at most {MOST_ROWS} rows; this one has {len(rows)}."
        )
    return rows


def write_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(header)
    writer.writerows([_escaped(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")  # spreadsheets expect the byte order mark


def write_xlsx(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
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
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell


def _unescaped(cell: str) -> str:
    """The inverse of `_escaped`."""
    text = cell.strip()
    return (
        text[1:]
        if text.startswith("'") and text[1:].startswith(FORMULA_STARTS)
        else text
    )


def _text(content: bytes) -> list[list[str]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")  # old spreadsheets
    if "\0" in text:
        raise UnreadableFile("This is not a text file. Save the table as CSV or XLSX.")
    first = text.partition("\n")[0]
    delimiter = ";" if first.count(";") > first.count(",") else ","
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise UnreadableFile(f"This is not a table: {error}.") from error


def _workbook(content: bytes) -> list[list[str]]:
    try:
        book = load_workbook(io.BytesIO(content), read_only=True)
    except (InvalidFileException, OSError, KeyError, ValueError) as error:
        raise UnreadableFile("This is not an XLSX file.") from error
    except Exception as error:  # such as BadZipFile
        raise UnreadableFile("This is not an XLSX file.") from error
    lines = book.worksheets[0].iter_rows(values_only=True, max_row=MOST_ROWS + 2)
    return [[_cell(value) for value in line] for line in lines]


def _cell(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)
